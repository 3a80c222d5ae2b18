//! Any bytes as a table of moving points: queries or an error with a message, never a panic; the same bytes twice are the same queries twice.
#![no_main]

use impinge_io::read_ccd_queries_bytes;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    match read_ccd_queries_bytes("fuzz.csv", bytes) {
        Ok(queries) => {
            assert!(!queries.is_empty() && queries.windows(2).all(|two| two[0].line < two[1].line));
            let is_plain = bytes.ends_with(b"\n") && !bytes.starts_with(b"\xef\xbb\xbf") && !bytes.contains(&b'"');
            if is_plain {
                let twice = read_ccd_queries_bytes("fuzz.csv", &[bytes, bytes].concat()).expect("each half is valid");
                let (first, second) = twice.split_at(queries.len());
                assert!(
                    first == queries
                        && second.iter().map(|query| query.points).eq(queries.iter().map(|query| query.points))
                );
            }
        }
        Err(error) => assert!(error.to_string().starts_with("fuzz.csv")),
    }
});
