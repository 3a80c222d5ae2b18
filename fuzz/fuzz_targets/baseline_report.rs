//! Any bytes as an earlier report: a baseline or a reason, never a panic; compared with nothing, all of its clashes are resolved, the same each time.
#![no_main]

use impinge_clash::{Baseline, Clash, ClashChange, ClashStatus};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    match Baseline::parse(bytes) {
        Ok(baseline) => {
            let resolved = || {
                let mut clashes: Vec<Clash> = Vec::new();
                baseline.compare(&mut clashes, &[]);
                clashes
            };
            for clash in resolved() {
                assert_eq!((clash.status, clash.change), (ClashStatus::Resolved, Some(ClashChange::Resolved)));
                assert!(!clash.id.is_empty());
            }
            assert_eq!(resolved(), resolved());
        }
        Err(problem) => assert!(!problem.to_string().is_empty()),
    }
});
