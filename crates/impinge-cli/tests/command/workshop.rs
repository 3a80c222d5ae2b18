//! A temporary folder with mesh files in it, and the command to run there.

use serde_json::Value;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A folder that is gone after the test.
pub struct Workshop {
    folder: tempfile::TempDir,
}

/// How a run of the command ended.
#[derive(Debug)]
pub struct Run {
    /// The exit code; none if a signal ended it.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// An axis-parallel cube: lowest corner and edge length, best dyadic.
pub type Cube = ([f64; 3], f64);

impl Workshop {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A folder with one cube in each of the named OBJ files.
    pub fn of_cubes(cubes: &[(&str, Cube)]) -> Self {
        let workshop = Self::new();
        for (file, cube) in cubes {
            workshop.write(file, obj(&[("", *cube)]));
        }
        workshop
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names of all files in the folder, hidden ones too, sorted.
    pub fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The command, in this folder, without a terminal.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_impinge"));
        command.args(words).current_dir(self.folder.path()).stdin(Stdio::null());
        // A layer of Mesa looks for a desktop, and prints to standard error where there is none.
        command.env("NODEVICE_SELECT", "1");
        // Rows of tables stay on one line.
        command.env("COLUMNS", "400");
        command
    }

    pub fn run(&self, words: &[&str]) -> Run {
        let output = self.command(words).output().unwrap();
        Run {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Runs with `--format json` and gives the exit code and the document.
    pub fn json(&self, words: &[&str]) -> (Option<i32>, Value) {
        let run = self.run(&[words, &["--format", "json"]].concat());
        let document = serde_json::from_str(&run.stdout).unwrap_or_else(|e| panic!("{words:?}: {e}: {run:?}"));
        (run.code, document)
    }

    /// Runs what must be refused, and gives the message.
    pub fn refusal(&self, words: &[&str]) -> String {
        let run = self.run(words);
        assert_eq!(run.code, Some(2), "{words:?}: {run:?}");
        assert_eq!(run.stdout, "", "{words:?}: an error leaves no output");
        assert!(run.stderr.starts_with("impinge: error: "), "{words:?}: {}", run.stderr);
        run.stderr
    }
}

/// An OBJ of cubes, each an object of its name; an empty name begins no object.
pub fn obj(cubes: &[(&str, Cube)]) -> String {
    let mut text = String::new();
    for (i, (name, (min, size))) in cubes.iter().enumerate() {
        if !name.is_empty() {
            writeln!(text, "o {name}").unwrap();
        }
        for corner in corners(*min, *size) {
            writeln!(text, "v {} {} {}", corner[0], corner[1], corner[2]).unwrap();
        }
        for face in FACES {
            let [a, b, c] = face.map(|k| 8 * i + k + 1);
            writeln!(text, "f {a} {b} {c}").unwrap();
        }
    }
    text
}

/// A binary STL of one cube.
pub fn stl((min, size): Cube) -> Vec<u8> {
    let corners = corners(min, size);
    let mut bytes = vec![0; 80];
    bytes.extend(12_u32.to_le_bytes());
    for face in FACES {
        bytes.extend([0; 12]);
        bytes.extend(face.iter().flat_map(|k| corners[*k]).flat_map(|x| (x as f32).to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

/// Corner `k` has the bits of `k` as its x, y and z.
fn corners(min: [f64; 3], size: f64) -> [[f64; 3]; 8] {
    std::array::from_fn(|k| std::array::from_fn(|axis| min[axis] + if k >> axis & 1 == 1 { size } else { 0.0 }))
}

/// Two triangles a side, counter-clockwise seen from outside.
const FACES: [[usize; 3]; 12] = [
    [0, 4, 6],
    [0, 6, 2],
    [1, 3, 7],
    [1, 7, 5],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
];

/// A cube of unit size somewhere on the x axis.
pub fn unit_at(x: f64) -> Cube {
    ([x, 0.0, 0.0], 1.0)
}
