//! The files of a sequence, in order.

use anyhow::{Context, bail};
use impinge_io::Format;
use std::cmp::Ordering;
use std::path::{Path, PathBuf};

/// The frames that arguments name: files as they are, and of folders all mesh files.
///
/// # Errors
/// A folder cannot be read, or has no mesh files.
pub fn expanded(words: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut frames = Vec::new();
    for word in words {
        if word.is_dir() { frames.extend(meshes_in(word)?) } else { frames.push(word.clone()) }
    }
    Ok(frames)
}

/// Two frames next to each other, of the same name but for numbers, of which the later number comes first: as where a shell sorts by letters.
pub fn out_of_order(frames: &[PathBuf]) -> Option<[&Path; 2]> {
    let is_wrong = |pair: &&[PathBuf]| {
        let [p, q] = [&pair[0], &pair[1]].map(|path| pieces(&path.to_string_lossy()));
        let is_alike = |(p, q): (&Piece, &Piece)| p == q || matches!((p, q), (Piece::Number(..), Piece::Number(..)));
        p.len() == q.len() && p.iter().zip(&q).all(is_alike) && p > q
    };
    frames.windows(2).find(is_wrong).map(|pair| [pair[0].as_path(), pair[1].as_path()])
}

fn meshes_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let unreadable = || format!("{}: the folder cannot be read", folder.display());
    let mut found = Vec::new();
    for entry in folder.read_dir().with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        let extension = path.extension().and_then(|e| e.to_str());
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if !is_hidden && extension.and_then(Format::from_extension).is_some() && path.is_file() {
            found.push(path);
        }
    }
    if found.is_empty() {
        bail!("{}: no mesh files in this folder, expected {}", folder.display(), Format::SUPPORTED);
    }
    found.sort_by(|p, q| by_number(p, q).then_with(|| p.cmp(q)));
    Ok(found)
}

/// Names in order, runs of digits by their value.
fn by_number(p: &Path, q: &Path) -> Ordering {
    let [p, q] = [p, q].map(|path| pieces(&path.to_string_lossy()));
    p.cmp(&q)
}

/// A run of digits or of other characters. Digits come first.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    /// How many digits there are but for zeros at the beginning, and these digits.
    Number(usize, String),
    Text(String),
}

fn pieces(name: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != is_number).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        let digits = run.trim_start_matches('0');
        let number = || Piece::Number(digits.len(), digits.to_owned());
        pieces.push(if is_number { number() } else { Piece::Text(run.to_owned()) });
        rest = after;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_by_their_value() {
        let mut names =
            ["f10.obj", "f9.obj", "f010.obj", "f1b.obj", "f.obj", "f100000000000000000000001.obj", "f1.obj"]
                .map(PathBuf::from);
        names.sort_by(|p, q| by_number(p, q));
        let sorted = names.map(|path| path.to_string_lossy().into_owned());
        let expected = ["f1.obj", "f1b.obj", "f9.obj", "f10.obj", "f010.obj", "f100000000000000000000001.obj", "f.obj"];
        assert_eq!(sorted, expected);
        let given = ["a1.ply", "a10.ply", "a2.ply"].map(PathBuf::from);
        assert_eq!(out_of_order(&given), Some([Path::new("a10.ply"), Path::new("a2.ply")]));
        assert_eq!(out_of_order(&given[..2]), None);
        assert_eq!(out_of_order(&["b1.ply", "a2.ply"].map(PathBuf::from)), None, "other names have no order");
    }
}
