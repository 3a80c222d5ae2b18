//! Clash checks of assemblies: pairs of bodies judged by rules, with evidence, compared with a baseline, written to every format.
//!
//! - [`Assembly`]: named bodies from mesh, scene and robot files; [`AssemblyBody`] is the one type of a body;
//! - [`RulesFile`], [`RuleBook`]: which pairs are ignored, which gaps and contacts are violations, which contacts are expected;
//! - [`ClashCheck`]: the whole check; [`CheckedPair`] is the one type of a pair;
//! - [`Clash`]: a pair that violates a rule: its [`ClashKind`], depth, volume, place, each with how it was found;
//! - [`Baseline`]: an earlier report: what is new, persisting, changed, resolved; [`Approval`] approves clashes in it;
//! - [`Report`]: everything, written as JSON, CSV, JUnit, BCF, GLB or HTML ([`OutputFormat`]);
//! - [`StarterRules`]: a commented file of rules to begin with.
//!
//! ```no_run
//! use impinge::executor::Executor;
//! use impinge_clash::{Assembly, ClashCheck, ClashPictures, NoProgress, OutputFormat, RobotSettings, RuleBook, read_rules};
//!
//! let assembly = Assembly::load(&["plant.glb".into()], &RobotSettings::default())?;
//! let rules = RuleBook::for_assembly(read_rules("rules.toml")?, &assembly);
//! let executor = Executor::serial();
//! let checked = ClashCheck::default().run(assembly, &rules, &executor, &NoProgress)?;
//! let report = checked.collect_clashes(ClashPictures::None, &executor, &NoProgress)?;
//! report.save(OutputFormat::Json, "clashes.json")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Modules, each importing only from those above it, but for the types of `report` and `rules` that all share:
//! `enum_names`, `number_format`, `bounds_format`, `progress`, `assembly`, `rules`, `proposals`, `clashes`, `pictures`, `baseline`, `report`, `check`, `starter_rules`, `output`.

#![forbid(unsafe_code)]

mod assembly;
mod baseline;
pub mod bounds_format;
mod check;
mod clashes;
mod enum_names;
pub mod number_format;
mod output;
mod pictures;
mod progress;
mod proposals;
mod report;
mod rules;
mod starter_rules;

pub use assembly::{
    Assembly, AssemblyBody, AssemblyError, AssemblyScene, BodyForm, BodyHealing, BodySignature, FileOperand,
    HealSetting, MergedMesh, RobotSettings, first_body_names, is_robot_file, is_scene_file, load_bodies,
    load_mesh_file, rename_unique, repeated_files, robust_diagonal, unseen_links_note, warning_notes,
};
pub use baseline::{
    Approval, ApprovalError, ApprovalFilter, ApprovalFilterError, ApprovedReport, Baseline, BaselineClash,
    BaselineError, BaselineProblem, Registration,
};
pub use check::{
    CheckError, CheckedAssembly, ClashCheck, MOST_LISTED_PAIRS, PairCheck, PairCheckResult, ProvedApart,
    ensure_listable, find_self_contacts, relate_meshes,
};
pub use clashes::{
    Clash, ClashChange, ClashGroup, ClashKind, ClashPattern, ClashSection, ClashSignature, ClashStatus, Measure,
    Violation, at_least_by, at_most_by, clash_ids, clash_kind, collect_evidence, find_patterns, group_clashes,
};
pub use output::{
    BcfVersion, ClashRecord, ClashRecordCurve, ClashRecordFaces, GlbOptions, OutputError, OutputFormat, csv_text, json,
    timestamp,
};
pub use pictures::{ClashPictures, ClashView, Viewpoint, draw_clashes};
pub use progress::{NoProgress, Progress};
pub use proposals::{CheckMethod, ImageMethod, exact_method, fields, images};
pub use report::{
    BodyGeometry, BodySummary, CheckedPair, ClashList, Closure, InputFile, OverlapLimit, Report, SelfContactCounts,
};
pub use rules::{
    AppliedRule, BodyPattern, ExpectedContact, FitLimit, FitTreatment, MissingContact, NearestBody, PairPattern,
    PairRelation, PairRule, PairVerdict, PatternError, RuleBook, RulesFile, Severity, Tolerance, Touch, Treatment,
    UnusedRule, judge, read_rules, read_rules_bytes, read_rules_in,
};
pub use starter_rules::{
    MeetingOverlap, MeetingPair, Meetings, NameFamilies, OverlapForm, StarterRules, StarterSource, find_meeting_pairs,
    find_meetings, shell_quoted,
};
