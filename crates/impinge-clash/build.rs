//! Embeds the page of reports that `cargo xtask` has built into `page/`, or nothing where it was not built.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let page = Path::new("page/index.html");
    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("viewer.html");
    println!("cargo::rerun-if-changed=build.rs");
    match fs::read(page) {
        Ok(bytes) => {
            println!("cargo::rerun-if-changed={}", page.display());
            fs::write(target, bytes)
        }
        Err(_) => {
            // The page may appear there; a folder that is missing would have this run at every build.
            if Path::new("page").exists() {
                println!("cargo::rerun-if-changed=page");
            }
            fs::write(target, b"")
        }
    }
}
