//! The page, where it was built; what the browser makes of it is tested in `viewer/`.

use crate::checked::CHECKED;
use impinge_clash::{OutputError, OutputFormat};

/// The text of an element that stands exactly once.
fn element<'a>(page: &'a str, open: &str) -> &'a str {
    let mut parts = page.split(open);
    let (_, Some(rest), None) = (parts.next(), parts.next(), parts.next()) else { panic!("{open} is not there once") };
    rest.split("</script>").next().unwrap()
}

#[test]
fn the_page_holds_report_pictures_and_model() {
    let checked = &*CHECKED;
    let page = match checked.report().write(OutputFormat::Html) {
        Ok(bytes) => String::from_utf8(bytes).unwrap(),
        Err(error @ OutputError::NoPage) => {
            assert!(error.to_string().contains("scripts/viewer.sh"));
            eprintln!("NOT TESTED: the HTML page was not built; run `bash scripts/viewer.sh`");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let report = element(&page, "<script type=\"application/json\" id=\"impinge-report\">");
    let report: serde_json::Value = serde_json::from_str(report).unwrap();
    assert_eq!(report["schema"], 1);
    assert_eq!(report["bodies"].as_array().unwrap().len(), checked.members.len());
    for (told, clash) in report["clashes"].as_array().unwrap().iter().zip(&checked.clashes) {
        assert_eq!(told["id"], clash.id.as_str());
        assert_eq!(told["a_name"], clash.names[0].as_str());
        assert_eq!(told["kind"], clash.kind.name());
        assert_eq!(told["curves"].as_array().unwrap().len(), clash.curves.len());
    }
    let pictures = element(&page, "<script type=\"application/json\" id=\"impinge-pictures\">");
    let pictures: serde_json::Value = serde_json::from_str(pictures).unwrap();
    assert_eq!(pictures.as_object().unwrap().len(), checked.clashes.len() - 1);
    assert!(element(&page, "<script type=\"text/plain\" id=\"impinge-model\">").starts_with("Z2xURg"), "a GLB");
    assert!(!page.contains("<img src=x"), "names are no markup");
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.xml");
    CHECKED.report().save(OutputFormat::Junit, &path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), CHECKED.report().write(OutputFormat::Junit).unwrap());
    let error = CHECKED.report().save(OutputFormat::Junit, &folder.path().join("no/such/file")).unwrap_err();
    assert!(matches!(error, OutputError::File(_)));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
