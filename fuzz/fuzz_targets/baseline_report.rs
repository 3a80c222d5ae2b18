//! Any bytes as an earlier report: a baseline or a reason, never a panic; compared with nothing, all of its clashes are resolved, once each.
#![no_main]

use impinge_clash::{Baseline, Change, Status};
use std::collections::BTreeSet;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    match Baseline::parse(bytes) {
        Ok(baseline) => {
            let mut clashes = Vec::new();
            baseline.compare(&mut clashes, &[]);
            for clash in &clashes {
                assert_eq!((clash.status, clash.change), (Status::Resolved, Some(Change::Resolved)));
            }
            let mut again = clashes.clone();
            Baseline::parse(bytes).expect("as before").compare(&mut again, &[]);
            let ids = |clashes: &[impinge_clash::Clash]| {
                clashes.iter().map(|clash| clash.id.clone()).collect::<BTreeSet<_>>()
            };
            assert_eq!(ids(&again), ids(&clashes), "what is gone stays gone under its name");
        }
        Err(problem) => assert!(!problem.to_string().is_empty()),
    }
});
