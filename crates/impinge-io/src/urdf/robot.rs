//! The robot: its articulation, and the geometry of every link.

use super::{geometry, joint};
use crate::error::{Fault, FilePlace, Problem, ReadError};
use crate::mesh_library::MeshLibrary;
use crate::named_file::{NamedFiles, ReadOptions};
use crate::srdf::LinkPairs;
use crate::xml::{self, Element};
use crate::{BodyPart, source_file, srdf};
use impinge::articulation::{Adjacency, AllowedPairs, Articulation, ArticulationError, Joint, JointMotion, LinkId};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A robot as its file describes it.
#[derive(Clone, Debug)]
pub struct Robot {
    /// The name in the file; empty where there is none.
    pub name: String,
    /// Links and joints.
    pub articulation: Articulation,
    /// The geometry of every link, by id.
    pub links: Vec<RobotLink>,
    /// Pairs of links that the SRDF file disables; neighbours are not among them unless it says so.
    pub disabled: AllowedPairs,
    /// Pairs of links that the SRDF file enables, be they neighbours.
    pub enabled: AllowedPairs,
    /// What was read differently from its file and those of its meshes, in words with the place: a robot of a scene has those of its own file alone.
    pub warnings: Vec<String>,
}

/// The geometry of a link.
#[derive(Clone, Debug)]
pub struct RobotLink {
    /// The name.
    pub name: String,
    /// Its parts, in its own frame; none for a link that is only a frame.
    pub collisions: Vec<BodyPart>,
    /// How many `visual` elements it has that would count if those of links without other geometry did.
    pub left_visuals: usize,
}

/// Which geometry of a link counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GeometrySource {
    /// The `collision` elements.
    #[default]
    Collision,
    /// The `collision` elements, or the `visual` ones of a link that has none.
    CollisionElseVisual,
    /// None: links and joints alone, and no mesh is read.
    None,
}

/// How a robot is read.
#[derive(Clone, Debug, Default)]
pub struct RobotOptions {
    /// Directories of packages, or directories that hold them, for `package://` names; then those above the file are looked through.
    pub package_roots: Vec<PathBuf>,
    /// Which geometry counts.
    pub geometry: GeometrySource,
    /// An SRDF file with pairs of links that are not looked at.
    pub srdf: Option<PathBuf>,
    /// Which meshes may be read because the robot names them; also those below a package root, those of the package that the robot lies
    /// in, and those of folders beside or above it that have the manifest of a package.
    pub files: ReadOptions,
}

impl RobotOptions {
    /// The files that the robot at `path` may name.
    fn named(&self, path: &Path) -> NamedFiles {
        let roots = self.package_roots.iter();
        roots.fold(NamedFiles::new(path, &self.files), |named, root| named.and(Some(root)))
    }
}

impl Robot {
    /// The links that have geometry.
    #[must_use]
    pub fn solid_links(&self) -> Vec<LinkId> {
        let solid = self.links.iter().zip(0..).filter(|(link, _)| !link.collisions.is_empty());
        solid.map(|(_, id)| LinkId(id)).collect()
    }

    /// Sets a value of a configuration by its name.
    ///
    /// # Errors
    /// There is no such value; joints that mimic others have none.
    pub fn set_value(&self, values: &mut [f64], name: &str, value: f64) -> Result<(), Problem> {
        let names = self.articulation.value_names();
        match names.iter().zip(values).find(|(known, _)| *known == name) {
            Some((_, place)) => *place = value,
            None => return Err(self.no_value(name)),
        }
        Ok(())
    }

    /// Why there is no value of this name.
    fn no_value(&self, name: &str) -> Problem {
        let names = self.articulation.value_names();
        let Some(joint) = self.articulation.joints().iter().find(|joint| joint.name == name) else {
            return Problem::unknown_name("joint that can be set", name, names.iter().map(String::as_str));
        };
        let why = match &joint.mimic {
            Some(mimic) => format!("it follows '{}'; set that", mimic.joint),
            None if joint.motion == JointMotion::Fixed => "it is fixed".to_owned(),
            None => {
                let own =
                    names.iter().filter(|value| value.strip_prefix(name).is_some_and(|rest| rest.starts_with('/')));
                let own: Vec<String> = own.map(|value| format!("'{value}'")).collect();
                format!("it has several values; set {}", own.join(", "))
            }
        };
        Problem::NoJointValue { joint: name.into(), why: why.into() }
    }

    /// Takes the pairs of links that an SRDF file disables and enables.
    pub(crate) fn take_pairs(&mut self, pairs: LinkPairs) {
        (self.disabled, self.enabled) = (pairs.disabled, pairs.enabled);
    }

    /// The names of the links whose only geometry is visual and does not count.
    #[must_use]
    pub fn links_only_seen(&self) -> Vec<&str> {
        self.links.iter().filter(|link| link.left_visuals > 0).map(|link| link.name.as_str()).collect()
    }

    /// The pairs of links that may meet: those disabled, and neighbours that are not enabled.
    #[must_use]
    pub fn allowed_pairs(&self, adjacency: Adjacency) -> AllowedPairs {
        let mut allowed = AllowedPairs::adjacent(&self.articulation, adjacency);
        for [a, b] in self.enabled.iter() {
            allowed.forbid(a, b);
        }
        for [a, b] in self.disabled.iter() {
            allowed.allow(a, b);
        }
        allowed
    }

    /// How many pairs [`Robot::allowed_pairs_and_sets`] lists at most that are more than a multiple of the links: those of links that the
    /// SRDF file enables with others of their group, and those of groups at the ends of a joint.
    pub(crate) fn most_pairs(&self, adjacency: Adjacency, most: usize) -> usize {
        if adjacency == Adjacency::None {
            return 0;
        }
        let (tree, groups) = (&self.articulation, self.articulation.rigid_groups());
        let sizes: Vec<usize> = tree.rigid_group_members().iter().map(Vec::len).collect();
        let size = |link: LinkId| sizes[groups[link.index()].index()];
        let apart = self.apart(&groups).into_iter().map(size).filter(|size| *size > most);
        let joined = |joint: &Joint| {
            let [parent, child] = [&joint.parent, &joint.child].map(|name| tree.link(name));
            let (parent, child) = parent.zip(child)?;
            let is_rigid = groups[parent.index()] == groups[child.index()];
            (!is_rigid).then(|| size(parent).saturating_mul(size(child)))
        };
        let welded = tree.joints().iter().filter(|_| adjacency == Adjacency::Welded).filter_map(joined);
        apart.chain(welded).fold(0, usize::saturating_add)
    }

    /// The links that the SRDF file enables with others of their rigid group, one of each pair.
    fn apart(&self, groups: &[LinkId]) -> BTreeSet<LinkId> {
        let enabled = self.enabled.iter().filter(|[a, b]| groups[a.index()] == groups[b.index()]);
        enabled.map(|[a, _]| a).collect()
    }

    /// The same as pairs, and as lists of links of which each two may meet: rigid groups of more than `most` links, less those that the
    /// SRDF file enables with others of their group, whose pairs are listed.
    #[must_use]
    pub fn allowed_pairs_and_sets(&self, adjacency: Adjacency, most: usize) -> (AllowedPairs, Vec<Vec<LinkId>>) {
        let (tree, mut sets) = (&self.articulation, Vec::new());
        let mut allowed = AllowedPairs::default();
        for [a, b] in tree.adjacent_pairs_in(adjacency, most) {
            allowed.allow(a, b);
        }
        if adjacency != Adjacency::None {
            let apart = self.apart(&tree.rigid_groups());
            for group in tree.rigid_group_members().into_iter().filter(|group| group.len() > most) {
                let (lone, set): (Vec<LinkId>, Vec<LinkId>) = group.iter().partition(|link| apart.contains(link));
                for (a, b) in lone.iter().flat_map(|a| group.iter().map(move |b| (*a, *b))) {
                    allowed.allow(a, b);
                }
                sets.push(set);
            }
        }
        for [a, b] in self.enabled.iter() {
            allowed.forbid(a, b);
        }
        for [a, b] in self.disabled.iter() {
            allowed.allow(a, b);
        }
        (allowed, sets)
    }
}

/// The robot of a URDF file, with all its meshes.
///
/// # Errors
/// See [`Problem`]: no file, no XML, a bad number, a mesh that is missing or refused, links and joints that are no tree.
pub fn read_urdf(path: impl AsRef<Path>, options: &RobotOptions) -> Result<Robot, ReadError> {
    let (path, mut meshes) = (path.as_ref(), MeshLibrary::default());
    let bytes = source_file::load(path)
        .map_err(|problem| Fault::new(FilePlace::Whole, problem).in_file(&path.display().to_string()))?;
    let named = options.named(path);
    let mut robot = parse(&bytes, geometry::Loader { path, options, meshes: &mut meshes, named: &named })?;
    robot.warnings.extend(meshes.take_warnings());
    Ok(robot)
}

/// The robot in the bytes of a URDF file; `path` stands for it in errors, and files are looked for from there.
///
/// # Errors
/// As [`read_urdf`].
pub fn read_urdf_bytes(path: &Path, bytes: &[u8], options: &RobotOptions) -> Result<Robot, ReadError> {
    parse(bytes, geometry::Loader { path, options, meshes: &mut MeshLibrary::default(), named: &options.named(path) })
}

/// The robot in the bytes of a URDF file, with the meshes that the loader finds.
pub(crate) fn parse(bytes: &[u8], mut loader: geometry::Loader<'_>) -> Result<Robot, ReadError> {
    let file = loader.path.display().to_string();
    let mut robot = robot(bytes, &mut loader).map_err(|fault| fault.in_file(&file))?;
    robot.warnings.iter_mut().for_each(|warning| warning.insert_str(0, &file));
    if let Some(srdf) = &loader.options.srdf {
        robot.take_pairs(srdf::read_srdf(srdf, &robot.articulation)?);
    }
    Ok(robot)
}

fn robot(bytes: &[u8], loader: &mut geometry::Loader<'_>) -> Result<Robot, Fault> {
    if bytes.is_empty() {
        return Err(Fault::new(FilePlace::Whole, Problem::Empty));
    }
    let document = xml::parse(bytes)?;
    let root = Element::root(&document, "robot")?;
    if let Some(element) =
        root.elements().find(|e| e.is_foreign() && matches!(e.name(), "macro" | "include" | "property"))
    {
        return Err(Fault::unsupported(
            element.place(),
            "a xacro file",
            "expand it first: xacro robot.xacro > robot.urdf",
        ));
    }
    let mut links = Vec::new();
    for link in root.children("link") {
        links.push(link.need("name")?.to_owned());
    }
    let joints = root.children("joint").map(|joint| joint::read(&joint)).collect::<Result<Vec<_>, _>>()?;
    // The tree before the meshes: its faults are found at once.
    let articulation = Articulation::try_new(links.clone(), joints).map_err(|error| {
        let place = place(&error, &root);
        Fault::new(place, Problem::NoTree(Box::new(error)))
    })?;
    let mut geometries = Vec::new();
    for (link, name) in root.children("link").zip(links) {
        geometries.push(RobotLink { name, collisions: loader.parts(&link)?, left_visuals: loader.left_visuals(&link) });
    }
    let name = root.attribute("name").unwrap_or_default().to_owned();
    let warnings = root.children("joint").filter_map(|joint| joint::left_out(&joint)).collect();
    let (disabled, enabled) = (AllowedPairs::default(), AllowedPairs::default());
    Ok(Robot { name, articulation, links: geometries, disabled, enabled, warnings })
}

/// Where in the file the fault of a tree is: at the element that is to blame, the later one of two.
fn place(error: &ArticulationError, root: &Element<'_>) -> FilePlace {
    use ArticulationError as E;
    let last = |kind: &'static str, name: &str| {
        let found = root.children(kind).filter(|element| element.attribute("name") == Some(name)).last();
        found.map_or_else(|| root.place(), |element| element.place())
    };
    match error {
        E::DuplicateLink { name } => last("link", name),
        E::DuplicateJoint { name } => last("joint", name),
        E::TwoParents { second, .. } => last("joint", second),
        E::Cycle { links } | E::SeveralRoots { links } => {
            links.last().map_or_else(|| root.place(), |name| last("link", name))
        }
        E::MimicCycle { joints } => joints.last().map_or_else(|| root.place(), |name| last("joint", name)),
        E::UnknownParent { joint, .. }
        | E::UnknownChild { joint, .. }
        | E::NoAxis { joint, .. }
        | E::BadLimits { joint, .. }
        | E::UnknownLeader { joint, .. }
        | E::MimicNotScalar { joint, .. }
        | E::MimicNotFinite { joint, .. } => last("joint", joint),
        // No links, too many of them, or what a later engine refuses.
        _ => root.place(),
    }
}
