//! Words of a command line, quoted for a shell.

/// A word, in quotes where a shell would part it or take it for something else.
#[must_use]
pub fn shell_quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,@%:=~".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_part_them() {
        assert_eq!(
            ["a-b_c/d.glb", "a b", "it's", "", "$x"].map(shell_quoted),
            ["a-b_c/d.glb", "'a b'", "'it'\\''s'", "''", "'$x'"]
        );
    }
}
