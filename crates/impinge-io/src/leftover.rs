//! Temporary files that a process left behind when it was killed, which the next one to write the same file removes.
//!
//! A name tells the process by its number and where that number counts: since which boot, in which namespace. A file of a process that is
//! gone is removed at once if the file belongs to the same user; one that cannot be told is removed when it is a day old.

use crate::named_file::folder_of;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The end of the names of temporary files.
const ENDING: &str = ".tmp";

/// Age from which a file is left over whoever wrote it.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

/// The name of the temporary file of this number beside a file.
pub(crate) fn name(file: &OsStr, number: u64) -> std::ffi::OsString {
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(file);
    hidden.push(format!(".{:08x}-{}-{number}{ENDING}", place(), std::process::id()));
    hidden
}

/// Removes what killed processes left beside a file; what cannot be removed stays.
pub(crate) fn remove(target: &Path) {
    let Some(file) = target.file_name().and_then(OsStr::to_str) else { return };
    let Ok(entries) = fs::read_dir(folder_of(target)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let rest = name.to_str().and_then(|name| name.strip_prefix('.')?.strip_prefix(file)?.strip_prefix('.'));
        let Some((place, process)) = rest.and_then(writer) else { continue };
        let is_regular = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_regular && (is_own(&entry) && is_gone(place, process) || is_old(&entry)) {
            // Another process may have removed it.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Who wrote a temporary file, from the end of its name.
fn writer(rest: &str) -> Option<(u32, u32)> {
    let mut words = rest.strip_suffix(ENDING)?.split('-');
    let (place, process, number) = (words.next()?, words.next()?, words.next()?);
    let is_whole = words.next().is_none() && place.len() == 8 && number.parse::<u64>().is_ok();
    is_whole.then_some((u32::from_str_radix(place, 16).ok()?, process.parse().ok()?))
}

/// Whether a process of this machine has ended.
fn is_gone(written_in: u32, process: u32) -> bool {
    let place = place();
    place != 0
        && written_in == place
        && Path::new("/proc/self").exists()
        && !Path::new(&format!("/proc/{process}")).exists()
}

/// Whether a file belongs to the user of this process: the processes of others may be hidden.
#[cfg(unix)]
fn is_own(entry: &fs::DirEntry) -> bool {
    use std::os::unix::fs::MetadataExt;
    let own = fs::metadata("/proc/self").map(|process| process.uid());
    own.is_ok_and(|own| entry.metadata().is_ok_and(|file| file.uid() == own))
}

#[cfg(not(unix))]
fn is_own(_: &fs::DirEntry) -> bool {
    false
}

fn is_old(entry: &fs::DirEntry) -> bool {
    let modified = entry.metadata().and_then(|metadata| metadata.modified());
    modified.is_ok_and(|time| SystemTime::now().duration_since(time).is_ok_and(|age| age > OLD))
}

/// A hash of where numbers of processes count; 0 where that is not known.
fn place() -> u32 {
    let boot = fs::read("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let namespace = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    if boot.is_empty() || namespace.as_os_str().is_empty() {
        return 0;
    }
    let bytes = boot.iter().chain(namespace.as_os_str().as_encoded_bytes());
    // FNV-1a.
    bytes.fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_processes_that_are_gone_are_removed_and_no_others() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        // Numbers of processes stay below 2^22.
        let gone = format!(".r.json.{:08x}-{}-0.tmp", place(), u32::MAX);
        let live = format!(".r.json.{:08x}-{}-7.tmp", place(), std::process::id());
        let elsewhere = format!(".r.json.{:08x}-{}-0.tmp", place() ^ 1, u32::MAX);
        let old = format!(".r.json.{:08x}-{}-1.tmp", place() ^ 1, u32::MAX);
        let foreign = format!(".r.json.{:08x}-{}-2.tmp", place(), u32::MAX);
        let kept = [".r.json.tmp", ".other.json.00000001-1-1.tmp", "r.json", ".r.json.x-1-1.tmp"].map(str::to_owned);
        let names = || {
            let mut names: Vec<String> = fs::read_dir(directory.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        };
        for name in [&gone, &live, &elsewhere, &old, &foreign].into_iter().chain(&kept) {
            fs::write(at(name), b"x").unwrap();
        }
        let day_before = SystemTime::now() - 2 * OLD;
        fs::File::options().write(true).open(at(&old)).unwrap().set_modified(day_before).unwrap();
        // Only a privileged user can give a file away.
        #[cfg(unix)]
        let is_given = std::os::unix::fs::chown(at(&foreign), Some(12_345), None).is_ok();
        #[cfg(not(unix))]
        let is_given = false;
        remove(&at("r.json"));
        let mut expected = [kept.to_vec(), vec![live, elsewhere]].concat();
        if place() == 0 {
            expected.push(gone);
        }
        if is_given || place() == 0 {
            expected.push(foreign);
        }
        expected.sort();
        assert_eq!(names(), expected);
    }
}
