//! A clash check as a program: load files, apply rules, write reports, and fail if a clash is open.
//!
//! `cargo run --release -p impinge-examples --example clash_check -- assembly.glb [more files]`
#![allow(clippy::print_stdout, reason = "an example prints")]

use impinge::executor::Executor;
use impinge_clash::{Assembly, ClashCheck, NoProgress, OutputFormat, RobotSettings, RuleBook, read_rules_bytes};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

const RULES: &str = r#"
[defaults]
allow = ["touching"]    # contact is fine, overlap is not
"#;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        return Err("name the files of an assembly: STL, OBJ, PLY, OFF, glTF or GLB".into());
    }
    let executor = Executor::try_new(0)?;
    let assembly = Assembly::load(&files, &RobotSettings::default())?;
    println!("{} bodies", assembly.names().len());
    let rules = RuleBook::for_assembly(read_rules_bytes("the built-in rules".as_ref(), RULES.as_bytes())?, &assembly);
    let checked = ClashCheck::default().run(assembly, &rules, &executor, &NoProgress)?;
    let report = checked.collect_clashes(OutputFormat::Html.pictures(), &executor, &NoProgress)?;
    report.save(OutputFormat::Html, "clashes.html")?;
    report.save(OutputFormat::Json, "clashes.json")?;
    println!("wrote clashes.html and clashes.json");
    Ok(if report.found() { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
