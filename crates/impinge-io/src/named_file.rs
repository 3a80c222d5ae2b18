//! Files that a file names: meshes of a scene or a robot, buffers of a glTF document.
//!
//! Whoever wrote the file chose their names, so that a file from elsewhere could have a device read, which never ends, a pipe, which
//! blocks, or files that it has no reason to read. By default only regular files are read that lie below the folder of the file which names
//! them, after all links are followed; what such a file names may also lie below the folder of the first.

use crate::error::Problem;
use crate::source_file::Input;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// Which files may be read because a file names them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Folders that they may lie below, beside the folder of the file that names them.
    pub roots: Vec<PathBuf>,
    /// Whether each file may be read, wherever it lies and whatever it is.
    pub trusted: bool,
}

/// The folders that named files may lie below, links followed; none where each file may be read.
#[derive(Clone, Debug)]
pub(crate) struct NamedFiles {
    folders: Option<Vec<PathBuf>>,
}

impl NamedFiles {
    /// What the file at `path` may name.
    pub(crate) fn new(path: &Path, options: &ReadOptions) -> Self {
        let roots = options.roots.iter().filter_map(|root| root.canonicalize().ok()).collect();
        Self { folders: (!options.trusted).then_some(roots) }.below(path)
    }

    /// The same with all that lies below the folder of a file.
    pub(crate) fn below(&self, path: &Path) -> Self {
        self.and(Some(folder_of(path)))
    }

    /// The same with all that lies below a folder.
    pub(crate) fn and(&self, folder: Option<&Path>) -> Self {
        let mut all = self.clone();
        if let (Some(folders), Some(folder)) = (&mut all.folders, folder.and_then(|folder| folder.canonicalize().ok()))
            && !folders.iter().any(|known| folder.starts_with(known))
        {
            folders.push(folder);
        }
        all
    }

    /// The path of a named file with all links followed, if it may be read; nothing is opened, which alone could block.
    pub(crate) fn resolve(&self, path: &Path) -> Result<PathBuf, Problem> {
        let resolved = path.canonicalize();
        // Where each file may be read, pipes may be that have no path, as those of a shell.
        let Some(folders) = &self.folders else { return Ok(resolved.unwrap_or_else(|_| path.to_owned())) };
        let resolved = resolved.map_err(Problem::unread)?;
        if !folders.iter().any(|folder| resolved.starts_with(folder)) {
            let folders = folders.iter().map(|folder| folder.display().to_string()).collect();
            return Err(Problem::OutsideFolders { resolved: resolved.display().to_string(), folders });
        }
        check_regular(&fs::metadata(&resolved).map_err(Problem::unread)?)?;
        Ok(resolved)
    }

    /// Opens a file whose path is resolved. What is open is looked at again: another file may have taken the place.
    pub(crate) fn open(&self, resolved: &Path) -> Result<Input, Problem> {
        let input = Input::open(resolved)?;
        if self.folders.is_some() {
            check_regular(&input.file.metadata().map_err(Problem::unread)?)?;
        }
        Ok(input)
    }
}

/// The folder that a file lies in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Refuses what is not a regular file.
fn check_regular(metadata: &Metadata) -> Result<(), Problem> {
    match kind(metadata) {
        None => Ok(()),
        Some(_) if metadata.is_dir() => Err(Problem::Directory),
        Some(what) => Err(Problem::NotRegular { what }),
    }
}

/// Refuses what cannot be read to an end: all but regular files and pipes.
pub(crate) fn check_finite(metadata: &Metadata) -> Result<(), Problem> {
    match kind(metadata) {
        Some("a pipe") => Ok(()),
        _ => check_regular(metadata),
    }
}

/// What a file is that is not a regular one, in words.
fn kind(metadata: &Metadata) -> Option<&'static str> {
    let kind = metadata.file_type();
    if kind.is_file() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some("a pipe");
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Some("a device");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
    }
    Some("a special file")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_below_the_folders_are_resolved() {
        let directory = tempfile::tempdir().unwrap();
        let at = |path: &str| directory.path().join(path);
        fs::create_dir_all(at("inside/deep")).unwrap();
        fs::create_dir_all(at("inside-too")).unwrap();
        for file in ["inside/deep/a", "inside-too/b", "c"] {
            fs::write(at(file), b"x").unwrap();
        }
        let scene = at("inside/scene.toml");
        let default = NamedFiles::new(&scene, &ReadOptions::default());
        assert!(default.resolve(&at("inside/deep/../deep/a")).is_ok());
        assert!(matches!(default.resolve(&at("inside/none")), Err(Problem::Missing)));
        assert!(matches!(default.resolve(&at("inside/deep")), Err(Problem::Directory)));
        for outside in ["inside/../c", "inside-too/b", "c"] {
            assert!(matches!(default.resolve(&at(outside)), Err(Problem::OutsideFolders { .. })), "{outside}");
        }
        let rooted = ReadOptions { roots: vec![at("inside-too"), at("none")], trusted: false };
        let rooted = NamedFiles::new(&scene, &rooted);
        assert!(rooted.resolve(&at("inside-too/b")).is_ok() && rooted.resolve(&at("c")).is_err());
        let trusted = NamedFiles::new(&scene, &ReadOptions { roots: Vec::new(), trusted: true });
        assert!(trusted.resolve(&at("c")).is_ok());
    }

    #[test]
    fn files_without_a_folder_lie_in_the_current_one() {
        for (path, folder) in [("a", "."), ("", "."), ("b/a", "b"), ("/a", "/"), ("/", "."), ("./a", ".")] {
            assert_eq!(folder_of(Path::new(path)), Path::new(folder), "{path}");
        }
    }

    /// What a shell gives as the file of a command: a pipe that no path leads to.
    #[cfg(target_os = "linux")]
    #[test]
    fn trusted_files_may_be_pipes_without_a_path() {
        use std::io::Write;
        use std::os::fd::AsRawFd;
        let (reader, mut writer) = std::io::pipe().unwrap();
        writer.write_all(b"mesh").unwrap();
        drop(writer);
        let path = PathBuf::from(format!("/dev/fd/{}", reader.as_raw_fd()));
        let trusted = NamedFiles::new(&path, &ReadOptions { roots: Vec::new(), trusted: true });
        let input = trusted.resolve(&path).and_then(|resolved| trusted.open(&resolved)).unwrap();
        assert_eq!(input.rest(Vec::new()).unwrap(), b"mesh");
        let default = NamedFiles::new(&path, &ReadOptions::default());
        assert!(default.resolve(&path).is_err());
        assert!(matches!(default.open(Path::new("/dev/null")), Err(Problem::NotRegular { what: "a device" })));
        let none = trusted.resolve(Path::new("/none")).and_then(|resolved| trusted.open(&resolved));
        assert!(matches!(none, Err(Problem::Missing)));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_before_the_folder_is_looked_at() {
        let directory = tempfile::tempdir().unwrap();
        let at = |path: &str| directory.path().join(path);
        fs::create_dir_all(at("inside")).unwrap();
        fs::write(at("secret"), b"x").unwrap();
        std::os::unix::fs::symlink(at("secret"), at("inside/link")).unwrap();
        std::os::unix::fs::symlink(at("inside"), at("other")).unwrap();
        fs::write(at("inside/own"), b"x").unwrap();
        let named = NamedFiles::new(&at("other/scene.toml"), &ReadOptions::default());
        assert!(matches!(named.resolve(&at("other/link")), Err(Problem::OutsideFolders { .. })));
        assert!(named.resolve(&at("other/own")).is_ok());
        let devices = NamedFiles::new(Path::new("/dev/scene.toml"), &ReadOptions::default());
        assert!(matches!(devices.resolve(Path::new("/dev/zero")), Err(Problem::NotRegular { what: "a device" })));
    }
}
