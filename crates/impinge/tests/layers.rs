//! Modules form layers: each imports only from those above it, in the order in which `lib.rs` and every `mod.rs` of the
//! engine list them.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The modules of `lib.rs`, top layer first.
fn layers(source: &Path) -> Vec<String> {
    let text = fs::read_to_string(source.join("lib.rs")).unwrap();
    let name = |line: &str| line.strip_prefix("pub(crate) ").or(line.strip_prefix("pub ")).map(str::to_owned);
    let lines = text.lines().filter_map(name);
    lines.filter_map(|l| l.strip_prefix("mod ")?.strip_suffix(';').map(str::to_owned)).collect()
}

/// Every module of the crate that a file names by `crate::`, test code left out.
fn imports(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let lines = code.lines().filter(|l| !l.trim_start().starts_with("//"));
    let mut found = BTreeSet::new();
    for line in lines {
        for part in line.split("crate::").skip(1) {
            found.insert(part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    found
}

/// All Rust files below a folder.
fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    entries.flat_map(|p| if p.is_dir() { files(&p) } else { vec![p] }).collect()
}

#[test]
fn modules_import_only_from_layers_above() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let layers = layers(&source);
    assert!(layers.len() >= 10, "the layers are read from lib.rs: {layers:?}");
    let depth = |name: &str| layers.iter().position(|l| l == name);
    let mut imports_seen = 0;
    for file in files(&source) {
        let relative = file.strip_prefix(&source).unwrap();
        let module = relative.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        let Some(own) = depth(module) else { continue };
        for name in imports(&fs::read_to_string(&file).unwrap()) {
            let Some(other) = depth(&name) else { panic!("{}: no layer called {name}", relative.display()) };
            imports_seen += 1;
            assert!(other <= own, "{}: {module} imports {name}, which is a layer below it", relative.display());
        }
    }
    assert!(imports_seen > 50, "the check must see imports, saw {imports_seen}");
}

#[test]
fn the_check_sees_what_it_should() {
    let text = "use crate::pair::relate;\n// crate::bvh\nlet x = crate::math::pose::Pose;\n#[cfg(test)]\nuse crate::mesh::Mesh;";
    assert_eq!(imports(text), BTreeSet::from(["math".to_owned(), "pair".to_owned()]));
}
