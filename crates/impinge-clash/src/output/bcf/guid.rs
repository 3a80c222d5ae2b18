//! Identifiers that depend on a name alone.

/// An identifier for what a name stands for, in the form of RFC 9562's version 8: 122 bits of a hash.
pub fn from_name(name: &str, role: &str) -> String {
    let [high, low] = [1_u64, 2].map(|salt| hash(name, role, salt));
    let high = high & !0xf000 | 0x8000;
    let low = low & !(0b11 << 62) | 0b10 << 62;
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xffff,
        low >> 48,
        low & 0xffff_ffff_ffff
    )
}

/// FNV-1a, mixed as in SplitMix64.
fn hash(name: &str, role: &str, salt: u64) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let length = (role.len() as u64).to_le_bytes();
    for byte in role.bytes().chain(length).chain(name.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn identifiers_have_their_form_and_differ() {
        let names: Vec<String> = (0..2_000).map(|k| format!("K7Q2-{k:04}")).collect();
        let all: BTreeSet<String> =
            names.iter().flat_map(|name| ["topic", "viewpoint"].map(|role| from_name(name, role))).collect();
        assert_eq!(all.len(), 4_000);
        for id in all {
            let parts: Vec<usize> = id.split('-').map(str::len).collect();
            assert_eq!(parts, [8, 4, 4, 4, 12]);
            assert!(id.as_bytes()[14] == b'8' && matches!(id.as_bytes()[19], b'8' | b'9' | b'a' | b'b'), "{id}");
        }
    }
}
