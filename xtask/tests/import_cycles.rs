//! No import cycle of more than two files in any shipped crate.
//!
//! A file imports another if it names something that is defined there, by `use` or by a path that starts with `crate`, `super` or `self`; a
//! name that a `mod.rs` passes on counts for the file that defines it, and passing it on counts for nothing. Test code is left out.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

type ModulePath = Vec<String>;

/// One module of a crate: the file that defines it, and what that file says.
struct Module {
    file: String,
    /// Names that are passed on: the name, and the path to what it stands for.
    exports: Vec<(String, ModulePath)>,
    /// Paths to what is used.
    imports: Vec<ModulePath>,
}

/// All Rust files below a folder, sorted.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let below = |path: PathBuf| match path.is_dir() {
        true => rust_files(&path),
        false if path.extension().is_some_and(|extension| extension == "rs") => vec![path],
        false => Vec::new(),
    };
    entries.into_iter().flat_map(below).collect()
}

/// The code of a file without comments and tests.
fn code_of(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or(""));
    lines.collect::<Vec<_>>().join("\n")
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The paths of a use tree: `a::{b, c::d as e}` gives `a::b` and `a::c::d`, each with the name by which it is known.
fn use_tree(tree: &str, prefix: &[String], found: &mut Vec<(String, ModulePath)>) {
    let tree = tree.trim();
    if let Some((head, rest)) = tree.split_once('{')
        && !head.contains(',')
    {
        let mut path = prefix.to_vec();
        path.extend(head.split("::").map(str::trim).filter(|s| !s.is_empty()).map(str::to_owned));
        let inner = &rest[..rest.rfind('}').unwrap_or(rest.len())];
        let (mut depth, mut start) = (0, 0);
        for (at, c) in inner.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    use_tree(&inner[start..at], &path, found);
                    start = at + 1;
                }
                _ => {}
            }
        }
        use_tree(&inner[start..], &path, found);
        return;
    }
    if tree.is_empty() {
        return;
    }
    let (path, alias) = tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias.trim())));
    let mut whole = prefix.to_vec();
    whole.extend(path.split("::").map(str::trim).filter(|s| !s.is_empty() && *s != "self").map(str::to_owned));
    if path.trim_start().starts_with("self") && prefix.is_empty() {
        whole.insert(0, "self".to_owned());
    }
    let name = alias.map(str::to_owned).or_else(|| whole.last().cloned()).unwrap_or_default();
    found.push((name, whole));
}

/// What a file passes on and what it uses.
fn read(text: &str) -> (Vec<(String, ModulePath)>, Vec<ModulePath>) {
    let code = code_of(text);
    let (mut exports, mut imports) = (Vec::new(), Vec::new());
    let mut rest = String::new();
    let mut left = code.as_str();
    // Use statements first; what is left is searched for paths.
    while let Some(at) = find_use(left) {
        let (before, after) = left.split_at(at);
        let end = after.find(';').unwrap_or(after.len());
        let mut found = Vec::new();
        use_tree(&after[4..end], &[], &mut found);
        let line = before.rsplit('\n').next().unwrap_or("");
        if line.trim_start().starts_with("pub") {
            exports.extend(found);
        } else {
            exports.extend(found.iter().filter(|(name, _)| name != "_").cloned());
            imports.extend(found.into_iter().map(|(_, path)| path));
        }
        rest.push_str(before);
        left = &after[end..];
    }
    rest.push_str(left);
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in rest.match_indices(start) {
            if rest[..at].ends_with(|c: char| is_name(c) || c == ':') {
                continue;
            }
            let path: String = rest[at..].chars().take_while(|c| is_name(*c) || *c == ':').collect();
            imports.push(path.split("::").filter(|s| !s.is_empty()).map(str::to_owned).collect());
        }
    }
    (exports, imports)
}

/// Where the next use statement starts.
fn find_use(code: &str) -> Option<usize> {
    code.match_indices("use ").map(|(at, _)| at).find(|at| {
        let line = code[..*at].rsplit('\n').next().unwrap_or("").trim();
        line.is_empty() || line == "pub" || (line.starts_with("pub(") && line.ends_with(')'))
    })
}

/// The modules of a crate by path.
fn modules(source: &Path) -> BTreeMap<ModulePath, Module> {
    let mut all = BTreeMap::new();
    for file in rust_files(source) {
        let relative = file.strip_prefix(source).unwrap();
        let mut path: ModulePath = relative.with_extension("").iter().map(|s| s.to_str().unwrap().to_owned()).collect();
        if path.last().is_some_and(|last| last == "mod") || path == ["lib"] || path == ["main"] {
            path.pop();
        }
        let (exports, imports) = read(&fs::read_to_string(&file).unwrap());
        all.insert(path, Module { file: relative.display().to_string(), exports, imports });
    }
    all
}

/// The module that defines what a path of a module stands for; `None` if it lies outside the crate.
fn resolve(
    modules: &BTreeMap<ModulePath, Module>,
    from: &ModulePath,
    path: &[String],
    depth: usize,
) -> Option<ModulePath> {
    let mut rest = path;
    let mut at = match rest.first()?.as_str() {
        "crate" => Vec::new(),
        "self" | "super" => from.clone(),
        _ => {
            let child: ModulePath = from.iter().chain(rest.first()).cloned().collect();
            if !modules.contains_key(&child) {
                return None;
            }
            from.clone()
        }
    };
    while let Some(word) = rest.first() {
        match word.as_str() {
            "crate" | "self" => {}
            "super" => at.truncate(at.len().saturating_sub(1)),
            _ => break,
        }
        rest = &rest[1..];
    }
    while let Some(word) = rest.first() {
        let child: ModulePath = at.iter().chain([word]).cloned().collect();
        if modules.contains_key(&child) {
            (at, rest) = (child, &rest[1..]);
            continue;
        }
        let passed_on = modules.get(&at)?.exports.iter().find(|(name, _)| name == word);
        return match passed_on {
            Some((_, path)) if depth < 8 => resolve(modules, &at, path, depth + 1).or(Some(at)),
            _ => Some(at),
        };
    }
    Some(at)
}

type Graph = BTreeMap<String, BTreeSet<String>>;

/// Which file of a crate imports which.
fn graph(source: &Path) -> Graph {
    let modules = modules(source);
    let mut graph = Graph::new();
    for (path, module) in &modules {
        let targets = module.imports.iter().filter_map(|import| resolve(&modules, path, import, 0));
        let files =
            targets.filter(|target| target != path).filter_map(|target| modules.get(&target)).map(|m| m.file.clone());
        graph.insert(module.file.clone(), files.collect());
    }
    graph
}

/// The shortest way from one file to another that is not the direct one.
fn way_round(graph: &Graph, from: &str, to: &str) -> Option<Vec<String>> {
    let mut before: BTreeMap<&str, &str> = BTreeMap::new();
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for next in graph.get(at).into_iter().flatten() {
            if (at == from && next == to) || next == from || before.contains_key(next.as_str()) {
                continue;
            }
            before.insert(next, at);
            if next == to {
                let mut way = vec![to.to_owned()];
                while let Some(at) = way.last().and_then(|last| before.get(last.as_str())) {
                    way.push((*at).to_owned());
                }
                way.reverse();
                return Some(way);
            }
            queue.push_back(next);
        }
    }
    None
}

/// Cycles of more than two files, the shortest for every import, each once.
fn long_cycles(graph: &Graph) -> BTreeSet<Vec<String>> {
    let imports = graph.iter().flat_map(|(from, targets)| targets.iter().map(move |to| (from, to)));
    let cycles = imports.filter_map(|(from, to)| {
        let mut cycle = way_round(graph, to, from)?;
        let least = (0..cycle.len()).min_by_key(|k| cycle[*k].clone())?;
        cycle.rotate_left(least);
        Some(cycle)
    });
    cycles.collect()
}

/// The source folders of all shipped crates.
fn shipped_sources() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut folders: Vec<PathBuf> = fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let is_shipped = |folder: &PathBuf| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        !manifest.is_empty() && !manifest.contains("publish = false")
    };
    folders.into_iter().filter(is_shipped).map(|folder| folder.join("src")).collect()
}

#[test]
fn no_import_cycle_of_more_than_two_files() {
    let (mut files, mut imports, mut found) = (0, 0, String::new());
    for source in shipped_sources() {
        let graph = graph(&source);
        files += graph.len();
        imports += graph.values().map(BTreeSet::len).sum::<usize>();
        for cycle in long_cycles(&graph) {
            let first = cycle.first().cloned().unwrap_or_default();
            found += &format!("{}: {} -> {first}\n", source.display(), cycle.join(" -> "));
        }
    }
    assert!(files > 500 && imports > 2_000, "the check must see imports, saw {imports} of {files} files");
    assert!(found.is_empty(), "import cycles of more than two files:\n{found}");
}

#[test]
fn the_check_sees_imports() {
    let text = "use crate::a::{self, b::C, d as e};\npub use f::G;\n// use super::h;\nfn x() { super::i::y(); }\n\
                #[cfg(test)]\nmod tests { use super::z; }";
    let (exports, imports) = read(text);
    let paths: Vec<String> = imports.iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["crate::a", "crate::a::b::C", "crate::a::d", "super::i::y"]);
    assert!(exports.iter().any(|(name, path)| name == "G" && path.join("::") == "f::G"));
}

#[test]
fn only_long_cycles_are_found() {
    let graph = |edges: &[[&str; 2]]| {
        let mut graph = Graph::new();
        edges.iter().for_each(|[from, to]| _ = graph.entry((*from).to_owned()).or_default().insert((*to).to_owned()));
        graph
    };
    // Two files that import each other, twice, are no long cycle.
    assert!(long_cycles(&graph(&[["a", "b"], ["b", "a"], ["b", "c"], ["c", "b"]])).is_empty());
    let found = long_cycles(&graph(&[["b", "c"], ["c", "a"], ["a", "b"], ["b", "a"]]));
    assert_eq!(found, BTreeSet::from([["a", "b", "c"].map(str::to_owned).to_vec()]));
}
