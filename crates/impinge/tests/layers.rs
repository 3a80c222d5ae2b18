//! Modules form layers: each imports only from those above it, in the order in which `lib.rs` lists them. Inside a module, no more than two files
//! import each other in a circle.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The largest number of files that may import each other in a circle.
const LARGEST_CYCLE: usize = 2;

/// The modules of `lib.rs`, top layer first.
fn layers(source: &Path) -> Vec<String> {
    let text = fs::read_to_string(source.join("lib.rs")).unwrap();
    let name = |line: &str| line.strip_prefix("pub(crate) ").or(line.strip_prefix("pub ")).map(str::to_owned);
    let lines = text.lines().filter_map(name);
    lines.filter_map(|l| l.strip_prefix("mod ")?.strip_suffix(';').map(str::to_owned)).collect()
}

/// The code of a file without tests and comments.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    code.lines().filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Every module of the crate that a file names by `crate::`, test code left out.
fn imports(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for part in code(text).split("crate::").skip(1) {
        found.insert(part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
    }
    found
}

/// All Rust files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
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

/// A module by its names from the root of the crate.
type ModulePath = Vec<String>;

/// Every file of a crate as a module, with its code and the names that it exports from elsewhere.
struct Sources {
    modules: BTreeMap<ModulePath, Source>,
}

struct Source {
    code: String,
    /// What `pub use` names, by the last name of each path.
    exports: BTreeMap<String, String>,
}

impl Sources {
    fn new(files: impl Iterator<Item = (ModulePath, String)>) -> Self {
        let source = |text: String| {
            let code = code(&text);
            let public = uses(&code).into_iter().filter(|(is_public, _)| *is_public).flat_map(|(_, tree)| paths(&tree));
            let exports = public.map(|path| (path.rsplit("::").next().unwrap_or_default().to_owned(), path)).collect();
            Source { exports, code }
        };
        Self { modules: files.map(|(path, text)| (path, source(text))).collect() }
    }

    /// The modules that a module imports from.
    fn imports(&self, module: &ModulePath) -> BTreeSet<&ModulePath> {
        let private = uses(&self.modules[module].code).into_iter().filter(|(is_public, _)| !*is_public);
        let named = private.flat_map(|(_, tree)| paths(&tree));
        named.filter_map(|path| self.resolve(module, &path, 0)).filter(|other| *other != module).collect()
    }

    /// The module that a path of another leads to, through what modules export; `None` for a path into another crate.
    fn resolve(&self, from: &ModulePath, path: &str, depth: usize) -> Option<&ModulePath> {
        let (mut names, mut at) = (path.split("::").peekable(), from.clone());
        let is_relative = names.peek().is_some_and(|name| matches!(*name, "crate" | "self" | "super"));
        if names.next_if_eq(&"crate").is_some() {
            at.clear();
        }
        names.next_if_eq(&"self");
        while names.next_if_eq(&"super").is_some() {
            at.pop();
        }
        let mut steps = 0;
        while let Some(name) = names.peek() {
            at.push((*name).to_owned());
            if !self.modules.contains_key(&at) {
                at.pop();
                break;
            }
            names.next();
            steps += 1;
        }
        if !is_relative && steps == 0 {
            return None;
        }
        let (found, source) = self.modules.get_key_value(&at)?;
        let export = names.peek().and_then(|name| source.exports.get(*name)).filter(|_| depth < 6);
        export.and_then(|export| self.resolve(found, export, depth + 1)).or(Some(found))
    }

    /// Groups of modules that import each other in a circle.
    fn cycles(&self) -> Vec<Vec<&ModulePath>> {
        let imports: BTreeMap<&ModulePath, BTreeSet<&ModulePath>> =
            self.modules.keys().map(|module| (module, self.imports(module))).collect();
        let reached: BTreeMap<&ModulePath, BTreeSet<&ModulePath>> = imports
            .keys()
            .map(|module| {
                let (mut reached, mut open) = (BTreeSet::new(), vec![*module]);
                while let Some(next) = open.pop() {
                    open.extend(imports[next].iter().filter(|other| reached.insert(**other)));
                }
                (*module, reached)
            })
            .collect();
        let in_circle = |a: &ModulePath, b: &ModulePath| reached[a].contains(b) && reached[b].contains(a);
        let groups: BTreeSet<Vec<&ModulePath>> = imports
            .keys()
            .map(|module| imports.keys().copied().filter(|other| in_circle(module, other)).collect())
            .collect();
        groups.into_iter().filter(|group| group.len() > 1).collect()
    }
}

/// The trees of all `use` items, and whether each is public.
fn uses(code: &str) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    for item in code.split(';') {
        let is_word = |at: &usize| item[..*at].chars().last().is_none_or(char::is_whitespace);
        let Some(at) = item.rfind("use ").filter(is_word) else { continue };
        let before = item[..at].trim_end();
        let is_public = before.ends_with("pub") || before.rfind("pub(").is_some_and(|p| before[p..].ends_with(')'));
        found.push((is_public, item[at + 4..].to_owned()));
    }
    found
}

/// All paths of a tree such as `a::{b, c::{d, e}}`.
fn paths(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        return vec![tree.split(" as ").next().unwrap_or(tree).trim().to_owned()];
    };
    let (prefix, body) = (&tree[..open], tree[open + 1..].trim_end().strip_suffix('}').unwrap_or(&tree[open + 1..]));
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in body.chars() {
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            _ => {
                depth += i32::from(c == '{') - i32::from(c == '}');
                parts.last_mut().unwrap().push(c);
            }
        }
    }
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    parts.flat_map(|part| paths(&format!("{prefix}{part}"))).collect()
}

#[test]
fn few_files_import_each_other() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let module = |file: &Path| -> ModulePath {
        let relative = file.strip_prefix(&source).unwrap().with_extension("");
        let names = relative.iter().map(|name| name.to_str().unwrap().to_owned());
        names.filter(|name| name != "mod" && name != "lib").collect()
    };
    let all = files(&source).into_iter().map(|file| (module(&file), fs::read_to_string(&file).unwrap()));
    let sources = Sources::new(all);
    let imports: usize = sources.modules.keys().map(|module| sources.imports(module).len()).sum();
    assert!(imports > 1_000, "the check must see imports, saw {imports}");
    let large: Vec<String> = sources
        .cycles()
        .into_iter()
        .filter(|cycle| cycle.len() > LARGEST_CYCLE)
        .map(|cycle| cycle.iter().map(|module| module.join("/")).collect::<Vec<_>>().join(", "))
        .collect();
    assert!(large.is_empty(), "files that import each other in a circle:\n{}", large.join("\n"));
}

#[test]
fn the_check_sees_what_it_should() {
    let text = "use crate::pair::relate;\n// crate::bvh\nlet x = crate::math::pose::Pose;\n#[cfg(test)]\nuse crate::mesh::Mesh;";
    assert_eq!(imports(text), BTreeSet::from(["math".to_owned(), "pair".to_owned()]));
    let file = |path: &str, text: &str| (path.split('/').map(str::to_owned).collect::<ModulePath>(), text.to_owned());
    let sources = Sources::new(
        [
            file("m", "mod a;\nmod b;\nmod c;\npub use a::A;\npub(crate) use c::{C, D as E};"),
            file("m/a", "use super::b::B;\nuse std::fmt;\npub struct A;"),
            file("m/b", "use super::{\n    C,\n    c::D,\n};\npub struct B;"),
            file("m/c", "use crate::m::A;\npub struct C;\n#[cfg(test)]\nuse super::b::B;"),
            file("n", "use crate::m::{A, c::{C, D}};"),
        ]
        .into_iter(),
    );
    let names = |cycle: &Vec<&ModulePath>| cycle.iter().map(|module| module.join("/")).collect::<Vec<_>>();
    assert_eq!(sources.cycles().iter().map(names).collect::<Vec<_>>(), [["m/a", "m/b", "m/c"]]);
}
