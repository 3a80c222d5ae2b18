//! Any bytes as a file of rules: patterns that match or do not, or an error with a message, never a panic.
#![no_main]

use impinge_clash::{BodyPattern, read_rules_bytes};
use std::path::Path;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let name = String::from_utf8_lossy(bytes);
    let literal = BodyPattern::literal(&name);
    assert!(literal.matches(&name));
    assert_eq!(BodyPattern::try_new(&literal.to_string()).as_ref(), Ok(&literal));
    match read_rules_bytes(Path::new("/nowhere/fuzz.toml"), bytes) {
        Ok(rules) => {
            for between in rules.ignored.iter().chain(rules.rules.iter().map(|rule| &rule.between)) {
                assert_eq!(between.matches(&name, "b"), between.matches("b", &name), "either way around");
            }
        }
        Err(error) => assert!(error.to_string().starts_with("/nowhere/fuzz.toml")),
    }
});
