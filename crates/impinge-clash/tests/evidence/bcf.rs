//! BCF, read back as ZIP and XML, and opened by PyPI's bcf-client where `cargo xtask test` has put it.

use crate::checked::CHECKED;
use impinge_clash::{BcfVersion, Clash, OutputFormat};
use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::Command;

const VERSIONS: [BcfVersion; 2] = [BcfVersion::V2_1, BcfVersion::V3_0];

fn entries(version: BcfVersion) -> BTreeMap<String, Vec<u8>> {
    let bytes = CHECKED.report().write(OutputFormat::Bcf(version)).unwrap();
    assert_eq!(bytes, CHECKED.report().write(OutputFormat::Bcf(version)).unwrap(), "the same report, the same bytes");
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut entries = BTreeMap::new();
    for i in 0..archive.len() {
        let mut file = archive.by_index(i).unwrap();
        let name = file.name().unwrap().into_owned();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        assert!(entries.insert(name, bytes).is_none());
    }
    entries
}

#[test]
fn every_clash_is_a_topic_with_viewpoint_and_snapshot() {
    let checked = &*CHECKED;
    for version in VERSIONS {
        let entries = entries(version);
        let topics = entries.keys().filter(|name| name.ends_with("/markup.bcf")).count();
        assert_eq!(topics, checked.clashes.len());
        let views = checked.views.iter().flatten().count();
        assert_eq!(entries.keys().filter(|name| name.ends_with("/viewpoint.bcfv")).count(), views);
        let mut titles = Vec::new();
        for (name, bytes) in &entries {
            if name.ends_with(".png") {
                assert!(bytes.starts_with(b"\x89PNG"));
                continue;
            }
            let text = std::str::from_utf8(bytes).unwrap();
            let document = roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            let title = document.descendants().find(|node| node.has_tag_name("Title"));
            titles.extend(title.and_then(|node| node.text()).map(str::to_owned));
        }
        assert!(titles.iter().any(|title| title.contains("<img src=x onerror=alert(1)>")), "{titles:?}");
        let has_title = |clash: &Clash| titles.iter().any(|title| title.starts_with(&format!("{} ", clash.id)));
        assert!(CHECKED.clashes.iter().all(has_title), "every topic is known by the id of its clash: {titles:?}");
        // No name of a body names a file.
        assert!(entries.keys().all(|name| name.len() < 60 && !name.contains("..") && !name.contains('<')));
    }
}

#[test]
fn topics_keep_their_identifiers() {
    let [two, three] = VERSIONS.map(entries);
    let topics = |entries: &BTreeMap<String, Vec<u8>>| -> Vec<String> {
        entries.keys().filter(|name| name.ends_with("/markup.bcf")).cloned().collect()
    };
    assert_eq!(topics(&two), topics(&three));
}

/// What bcf-client says about a file: a line for each topic.
const SCRIPT: &str = r#"
import sys, json
from bcf import bcfxml
with bcfxml.load(sys.argv[1]) as file:
    print(json.dumps({"version": file.version.version_id}))
    for guid, handler in file.topics.items():
        topic = handler.topic
        views = []
        for view in handler.viewpoints.values():
            info = view.visualization_info
            camera = info.perspective_camera
            views.append({
                "eye": [camera.camera_view_point.x, camera.camera_view_point.y, camera.camera_view_point.z],
                "field_of_view": camera.field_of_view,
                "names": [c.authoring_tool_id for c in info.components.selection.component],
                "snapshot": len(view.snapshot or b""),
            })
        print(json.dumps({
            "guid": guid, "title": topic.title, "status": topic.topic_status, "type": topic.topic_type,
            "priority": topic.priority, "comments": len(handler.comments or []), "views": views,
        }))
"#;

fn python() -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(workspace.join("target"), PathBuf::from);
    let given = std::env::var_os("IMPINGE_BCF_PYTHON").map(PathBuf::from);
    given.or(Some(target.join("bcf/bin/python"))).filter(|python| python.exists())
}

#[test]
fn bcf_client_opens_it() {
    let Some(python) = python() else {
        assert!(std::env::var_os("IMPINGE_REQUIRE_BCF").is_none(), "bcf-client is wanted and not there");
        eprintln!("NOT TESTED: BCF files by bcf-client; run `cargo xtask test`");
        return;
    };
    let checked = &*CHECKED;
    let folder = tempfile::tempdir().unwrap();
    for version in VERSIONS {
        let path = folder.path().join(format!("{}.bcf", version.number()));
        checked.report().save(OutputFormat::Bcf(version), &path).unwrap();
        let output =
            Command::new(&python).args(["-W", "error::UserWarning", "-c", SCRIPT]).arg(&path).output().unwrap();
        let (printed, errors) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{errors}");
        let mut lines = printed.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        assert_eq!(lines.next().unwrap()["version"], version.number());
        let topics: Vec<serde_json::Value> = lines.collect();
        assert_eq!(topics.len(), checked.clashes.len());
        for topic in &topics {
            compare(topic, checked.clashes.iter().find(|clash| is_of(topic, clash)).unwrap());
        }
    }
}

fn is_of(topic: &serde_json::Value, clash: &Clash) -> bool {
    // Bays are numbered, so the end of a name tells it.
    let end = |name: &str| name[name.len() - 4..].to_owned();
    topic["title"].as_str().unwrap().ends_with(&end(&clash.names[1]))
}

fn compare(topic: &serde_json::Value, clash: &Clash) {
    assert_eq!(topic["type"], "Clash");
    let title = format!("{} {}", clash.id, clash.kind.name());
    assert!(topic["title"].as_str().unwrap().starts_with(&title), "{title}: {}", topic["title"]);
    assert_eq!(topic["status"].as_str().unwrap().to_lowercase(), clash.status.name());
    assert_eq!(topic["priority"].as_str().unwrap().to_lowercase(), clash.severity.name());
    assert_eq!(topic["comments"], usize::from(clash.remarks().is_some()));
    let views = topic["views"].as_array().unwrap();
    assert_eq!(views.len(), usize::from(clash.bodies[0].is_some()));
    for view in views {
        assert!(view["snapshot"].as_u64() > Some(1_000) && view["field_of_view"] == 45.0);
        assert_eq!(view["names"].as_array().unwrap().len(), 2);
    }
}
