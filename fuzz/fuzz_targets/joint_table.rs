//! Any bytes as a table of joint values of one robot: configurations or an error with a message, never a panic; what is read, written and
//! read again is the same.
#![no_main]

#[path = "../sample_robot.rs"]
mod sample_robot;

use impinge_io::{JointTable, MissingJoints};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let tree = sample_robot::articulation();
    for missing in [MissingJoints::Refuse, MissingJoints::Rest] {
        match JointTable::parse("fuzz.csv", bytes, tree, missing) {
            Ok(table) => {
                let mut text = format!("{}\n", tree.value_names().join(","));
                for (_, values) in table.rows() {
                    assert!(values.len() == tree.dof() && values.iter().all(|value| value.is_finite()));
                    text += &format!("{}\n", values.iter().map(f64::to_string).collect::<Vec<_>>().join(","));
                }
                let again = JointTable::parse("again.csv", text.as_bytes(), tree, MissingJoints::Refuse);
                let again = again.expect("what was read can be written");
                assert!(again.rows().map(|(_, values)| values).eq(table.rows().map(|(_, values)| values)));
            }
            Err(error) => assert!(error.to_string().starts_with("fuzz.csv")),
        }
    }
});
