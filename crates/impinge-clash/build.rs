//! Embeds the page of reports that `scripts/viewer.sh` builds, or nothing where it was not built.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let viewer = Path::new("../../viewer");
    let page = viewer.join("dist/index.html");
    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("viewer.html");
    println!("cargo::rerun-if-changed=build.rs");
    match fs::read(&page) {
        Ok(bytes) => {
            println!("cargo::rerun-if-changed={}", page.display());
            fs::write(target, bytes)
        }
        Err(_) => {
            // Whatever appears there may be the page.
            println!("cargo::rerun-if-changed={}", viewer.display());
            fs::write(target, b"")
        }
    }
}
