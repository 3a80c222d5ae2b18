//! The name of a node: its path in the tree, and the identifier that another program gave it.

use crate::body::PATH_SEPARATOR;
use crate::json::Json;

/// Keys of `extras` that hold an identifier, in small letters without separators; the earlier ones are preferred.
const IDENTIFIERS: [&str; 7] = ["globalid", "ifcguid", "guid", "uuid", "persistentid", "uniqueid", "id"];

/// The name that a value of the document bears, if any.
pub(super) fn name(json: &Json<'_>) -> Option<String> {
    let name = json.get("name")?.text().ok()?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// The path of a child: that of its parent and its own name. A node without a name, or with that of its parent, adds nothing.
pub(super) fn joined(parent: &str, name: Option<String>) -> String {
    let last = parent.rsplit(PATH_SEPARATOR).next();
    match name {
        None => parent.to_owned(),
        Some(name) if parent.is_empty() => name,
        Some(name) if last == Some(name.as_str()) => parent.to_owned(),
        Some(name) => format!("{parent}{PATH_SEPARATOR}{name}"),
    }
}

/// The identifier in the `extras` of a node: a text or a number under one of the keys that programs use.
pub(super) fn source_id(node: &Json<'_>) -> Option<String> {
    let extras = node.get("extras")?;
    let plain = |key: &str| key.to_lowercase().replace(['_', '-', ' '], "");
    let keys: Vec<(String, Json<'_>)> = extras.members().map(|(key, value)| (plain(key), value)).collect();
    let known = IDENTIFIERS.iter().flat_map(|id| keys.iter().filter(move |(key, _)| key == id));
    known.filter_map(|(_, value)| value.word()).find(|id| !id.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn paths_leave_out_what_says_nothing() {
        let named = |name: &str| Some(name.to_owned());
        assert_eq!(joined("", named("pump 2")), "pump 2");
        assert_eq!(joined("pump 2", named("bolt")), "pump 2 / bolt");
        assert_eq!(joined("pump 2 / bolt", named("bolt")), "pump 2 / bolt");
        assert_eq!(joined("pump 2", None), "pump 2");
    }

    #[test]
    fn identifiers_are_found_under_the_keys_of_other_programs() {
        let found = |extras| source_id(&Json::root(&json!({ "extras": extras })));
        assert_eq!(
            found(json!({ "id": 7, "Global_Id": "2O2Fr$t4X7Zf8NOew3FLOH" })).as_deref(),
            Some("2O2Fr$t4X7Zf8NOew3FLOH")
        );
        assert_eq!(found(json!({ "ID": 7 })).as_deref(), Some("7"));
        assert_eq!(found(json!({ "guid": "", "id": [1] })), None);
        assert_eq!(found(json!("id")), None);
    }
}
