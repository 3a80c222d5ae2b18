//! The answer of `impinge deform` for machines; `docs/deform.schema.json` describes it.

use super::answer::milliseconds;
use super::continuous_step::{Meetings, MovingContact};
use super::run::{FrameRow, Pairs, Wanted};
use impinge::deform::FacePair;
use impinge_clash::json;
use impinge_clash::json::{AnswerSource, SCHEMA};
use serde::Serialize;
use std::io::Write as _;

/// A frame.
#[derive(Serialize)]
struct DeformJson {
    index: usize,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    found: Option<ToldFinding>,
}

#[derive(Serialize)]
struct ToldFinding {
    upkeep: &'static str,
    why: Option<&'static str>,
    meeting: ToldPairs,
    overlapping: ToldPairs,
    #[serde(skip_serializing_if = "Option::is_none")]
    contacts: Option<ToldPairs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    near: Option<ToldPairs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    impacts: Option<ToldImpacts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    obstacle_impacts: Option<ToldImpacts>,
    update_ms: f64,
    search_ms: f64,
}

#[derive(Serialize)]
struct ToldPairs {
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<Vec<[u32; 2]>>,
}

#[derive(Serialize)]
struct ToldImpacts {
    count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<Option<[f64; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    listed: Option<Vec<ToldMeeting>>,
}

#[derive(Serialize)]
struct ToldMeeting {
    kinds: [&'static str; 2],
    a: Vec<u32>,
    b: Vec<u32>,
    time: [f64; 2],
}

fn impacts(meetings: &Meetings) -> ToldImpacts {
    let told = |meeting: &MovingContact| ToldMeeting {
        kinds: [meeting.a.kind(), meeting.b.kind()],
        a: meeting.a.numbers().to_vec(),
        b: meeting.b.numbers().to_vec(),
        time: [meeting.time.lower, meeting.time.upper],
    };
    ToldImpacts {
        count: meetings.count,
        first: meetings.listed.as_ref().map(|(first, _)| first.map(|time| [time.lower, time.upper])),
        listed: meetings.listed.as_ref().map(|(_, all)| all.iter().map(told).collect()),
    }
}

/// The answer for machines.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn json(rows: &[FrameRow], wanted: Wanted, source: &AnswerSource) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::new();
    let asked = match wanted {
        Wanted::Counts => "counts",
        Wanted::Pairs => "pairs",
        Wanted::First => "first",
    };
    writeln!(out, "{{\"schema\":{SCHEMA},")?;
    source.write(&mut out)?;
    write!(out, "\"wanted\":\"{asked}\",\n\"frames\":[")?;
    json::lines(&mut out, rows.iter().enumerate().map(|(index, row)| told(index, row, wanted)))?;
    writeln!(out, "]}}")?;
    Ok(out)
}

fn told(index: usize, row: &FrameRow, wanted: Wanted) -> DeformJson {
    let pairs = |pairs: &Pairs| ToldPairs {
        count: (wanted != Wanted::First).then_some(pairs.count),
        pairs: (wanted != Wanted::Counts)
            .then(|| pairs.listed.iter().map(|pair: &FacePair| pair.map(|f| f.0)).collect()),
    };
    let found = row.outcome.as_ref().ok().map(|finding| {
        let (upkeep, why) = finding.upkeep.words();
        ToldFinding {
            upkeep,
            why,
            meeting: pairs(&finding.meeting),
            overlapping: pairs(&finding.overlapping),
            contacts: finding.contacts.as_ref().map(pairs),
            near: finding.near.as_ref().map(pairs),
            impacts: finding.way.as_ref().map(|way| impacts(&way.own)),
            obstacle_impacts: finding.way.as_ref().and_then(|way| way.obstacle.as_ref()).map(impacts),
            update_ms: milliseconds(finding.update),
            search_ms: milliseconds(finding.search),
        }
    });
    let error = row.outcome.as_ref().err().cloned();
    DeformJson { index, file: row.file.display().to_string(), error, found }
}
