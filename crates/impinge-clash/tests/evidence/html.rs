//! The page, where it was built; what the browser makes of it is tested in `viewer/`.

use crate::checked::CHECKED;
use impinge_clash::{ClashStatus, OutputError, OutputFormat};
use std::path::Path;
use std::process::Command;

/// The text of an element that stands exactly once.
fn element<'a>(page: &'a str, open: &str) -> &'a str {
    let mut parts = page.split(open);
    let (_, Some(rest), None) = (parts.next(), parts.next(), parts.next()) else { panic!("{open} is not there once") };
    rest.split("</script>").next().unwrap()
}

#[test]
fn the_page_holds_report_pictures_and_model() {
    let checked = &*CHECKED;
    let page = String::from_utf8(checked.report().write(OutputFormat::Html).unwrap()).unwrap();
    let report = element(&page, "<script type=\"application/json\" id=\"impinge-report\">");
    let report: serde_json::Value = serde_json::from_str(report).unwrap();
    assert_eq!(report["schema"], 2);
    assert_eq!(report["patterns"].as_array().unwrap().len(), checked.patterns.len());
    assert_eq!(report["bodies"].as_array().unwrap().len(), checked.members.len());
    for (entry, clash) in report["clashes"].as_array().unwrap().iter().zip(&checked.clashes) {
        assert_eq!(entry["id"], clash.id.as_str());
        assert_eq!(entry["a_name"], clash.names[0].as_str());
        assert_eq!(entry["kind"], clash.kind.name());
        assert_eq!(entry["curves"].as_array().unwrap().len(), clash.curves.len());
    }
    let pictures = element(&page, "<script type=\"application/json\" id=\"impinge-pictures\">");
    let pictures: serde_json::Value = serde_json::from_str(pictures).unwrap();
    assert_eq!(pictures.as_object().unwrap().len(), checked.clashes.len() - 1);
    for view in checked.views.iter().flatten() {
        let reader = png::Decoder::new(std::io::Cursor::new(&view.thumbnail)).read_info().unwrap();
        assert_eq!((reader.info().width, reader.info().height), (160, 120));
        assert!(view.thumbnail.len() < view.png.as_ref().unwrap().len() / 2);
    }
    if OutputFormat::HAS_3D_VIEW {
        assert!(element(&page, "<script type=\"text/plain\" id=\"impinge-model\">").starts_with("Z2xURg"), "a GLB");
    } else {
        assert!(std::env::var_os("IMPINGE_REQUIRE_BROWSER").is_none(), "the 3D view is wanted, and was not built");
        eprintln!("NOT TESTED: the page with its 3D view was not built; run `cargo xtask page`");
    }
    assert!(!page.contains("<img src=x"), "names are no markup");
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.xml");
    CHECKED.report().save(OutputFormat::Junit, &path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), CHECKED.report().write(OutputFormat::Junit).unwrap());
    let error = CHECKED.report().save(OutputFormat::Junit, folder.path().join("no/such/file")).unwrap_err();
    assert!(matches!(error, OutputError::File(_)));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// What Chromium makes of the page, by way of `viewer/test/open_report.js`, where `cargo xtask test` has put what that needs.
#[test]
fn chromium_opens_it_and_flies_to_a_clash() {
    let checked = &*CHECKED;
    let viewer = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../viewer");
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("a page.html");
    let is_ready = viewer.join("node_modules/playwright-core").exists()
        && Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_ready || checked.report().save(OutputFormat::Html, &page).is_err() {
        assert!(
            std::env::var_os("IMPINGE_REQUIRE_BROWSER").is_none(),
            "a browser is wanted, and what it needs is not there"
        );
        eprintln!("NOT TESTED: the HTML page in a browser; run `cargo xtask test`");
        return;
    }
    let output = Command::new("node").arg(viewer.join("test/open_report.js")).arg(&page).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    if errors.contains("no Chromium was found") && std::env::var_os("IMPINGE_REQUIRE_BROWSER").is_none() {
        eprintln!("NOT TESTED: the HTML page in a browser; {errors}");
        return;
    }
    assert!(output.status.success(), "{errors}");
    let seen: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let nothing = serde_json::json!({ "errors": [], "dialogs": [], "requests": [] });
    assert_eq!(seen["heard"], nothing, "names did nothing, and nothing was asked for");
    let mut listed: Vec<&str> =
        seen["before"]["visible"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
    let mut all: Vec<&str> = checked.clashes.iter().map(|clash| clash.id.as_str()).collect();
    listed.sort_unstable();
    all.sort_unstable();
    assert_eq!(listed, all);
    let selected = seen["after"]["selected"].as_str().unwrap();
    let place = checked.clashes.iter().position(|clash| clash.id == selected).unwrap();
    assert_ne!(checked.clashes[place].status, ClashStatus::Resolved);
    let eye = checked.views[place].as_ref().unwrap().viewpoint.eye.to_array();
    let images = seen["images"].as_array().unwrap();
    assert!(!images.is_empty() && images.iter().all(|src| src == "data:image/png;"), "{images:?}");
    if !OutputFormat::HAS_3D_VIEW {
        return;
    }
    let [before, after] =
        ["before", "after"].map(|when| [0, 1, 2].map(|k| seen[when]["camera"]["eye"][k].as_f64().unwrap()));
    assert!(before != after && (0..3).all(|k| (after[k] - eye[k]).abs() < 1e-3), "{before:?} {after:?} {eye:?}");
}
