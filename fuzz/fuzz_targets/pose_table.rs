//! Any bytes as a table of poses, of keyframes, and of poses in the plane: poses or an error with a message, never a panic; what is read,
//! written as matrices and read again is the same.
#![no_main]

use impinge_io::{read_keyframes_bytes, read_planar_pose_table_bytes, read_pose_table_bytes};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    match read_pose_table_bytes("fuzz.csv", bytes) {
        Ok(poses) => {
            let mut text = "r00,r10,r20,r01,r11,r21,r02,r12,r22,x,y,z\n".to_owned();
            for pose in &poses {
                let numbers = pose.rotation().to_cols_array().into_iter().chain(pose.translation().to_array());
                text += &format!("{}\n", numbers.map(|x| x.to_string()).collect::<Vec<_>>().join(","));
            }
            assert_eq!(
                read_pose_table_bytes("again.csv", text.as_bytes()).expect("what was read can be written"),
                poses
            );
        }
        Err(error) => assert!(error.to_string().starts_with("fuzz.csv")),
    }
    match read_keyframes_bytes("fuzz.csv", bytes) {
        Ok(keyframes) => {
            assert!(keyframes.iter().all(|keyframe| keyframe.time.is_finite()));
            assert!(keyframes.windows(2).all(|two| two[0].line < two[1].line));
        }
        Err(error) => assert!(error.to_string().starts_with("fuzz.csv")),
    }
    if let Err(error) = read_planar_pose_table_bytes("fuzz.csv", bytes) {
        assert!(error.to_string().starts_with("fuzz.csv"));
    }
});
