//! The node tree, flattened: every node of the scene with its place in the world.

use super::node_path;
use crate::body::PATH_SEPARATOR;
use crate::error::Fault;
use crate::json::Json;
use impinge::math::pose::QUATERNION_TOLERANCE;
use impinge::math::{DMat3, DQuat, DVec3, Pose, PoseError, axis_angle};
use std::rc::Rc;

/// Bytes of names that the paths of all nodes may have beyond [`LETTERS_PER_BYTE`]: small files are never refused.
const LETTERS_AT_LEAST: usize = 1 << 20;
/// Bytes of the paths of all nodes that a byte of the file may ask for: a path repeats the names above it, so that a deep tree of long
/// names would fill the memory.
const LETTERS_PER_BYTE: usize = 16;

/// The bytes that paths of nodes may still have.
#[derive(Debug)]
struct LettersLeft(usize);

impl LettersLeft {
    /// Counts the path of a node, or refuses it.
    fn take(&mut self, path: &str, node: &Json<'_>) -> Result<(), Fault> {
        let Some(left) = self.0.checked_sub(path.len()) else {
            let expected = "paths of nodes that are short for the size of the file";
            return Err(Fault::unexpected(node.place(), expected, format!("a path of {} bytes", path.len())));
        };
        self.0 = left;
        Ok(())
    }
}

/// A node of the scene.
#[derive(Debug)]
pub(super) struct Node<'a> {
    pub(super) json: Json<'a>,
    /// The number of its mesh, and the mesh.
    pub(super) mesh: Option<(usize, Json<'a>)>,
    pub(super) placement: Placement,
    /// Its path in the tree; it ends in an empty name if neither the node nor its mesh has one.
    pub(super) path: String,
}

/// A node as something refers to it.
#[derive(Debug)]
struct Reference<'a> {
    index: usize,
    node: Json<'a>,
    /// What refers to it; the node itself, for a root without a scene.
    from: Json<'a>,
}

impl<'a> Reference<'a> {
    fn read(root: &Json<'a>, from: Json<'a>) -> Result<Self, Fault> {
        let (index, node) = from.referred(root, "nodes")?;
        Ok(Self { index, node, from })
    }

    /// The member `name` of `json` as a list of references, which may be left out.
    fn list(root: &Json<'a>, json: &Json<'a>, name: &'a str) -> Result<Vec<Self>, Fault> {
        match json.get(name) {
            Some(list) => list.items()?.map(|from| Self::read(root, from)).collect(),
            None => Ok(Vec::new()),
        }
    }
}

/// All nodes of the scene, parents before their children, siblings in order.
pub(super) fn in_scene<'a>(root: &Json<'a>, file_bytes: usize) -> Result<Vec<Node<'a>>, Fault> {
    let mut letters = LettersLeft(LETTERS_AT_LEAST + LETTERS_PER_BYTE * file_bytes);
    let mut seen = vec![false; root.get("nodes").map_or(0, |nodes| nodes.len())];
    let roots = roots(root)?;
    // One node that only holds all others says nothing: often it is called as the file was.
    let mut is_holder = roots.len() == 1;
    let mut stack: Vec<(Reference<'a>, Placement, Rc<str>)> =
        roots.into_iter().rev().map(|reference| (reference, Placement::WORLD, Rc::default())).collect();
    let mut nodes = Vec::new();
    while let Some((reference, parent, above)) = stack.pop() {
        if std::mem::replace(&mut seen[reference.index], true) {
            return Err(reference.from.unexpected("a tree of nodes, each with one parent at most"));
        }
        let json = reference.node;
        let placement = parent.then(&Placement::of(&json)?);
        let children = Reference::list(root, &json, "children")?;
        let mesh = json.get("mesh").map(|mesh| mesh.referred(root, "meshes")).transpose()?;
        is_holder &= mesh.is_none() && !children.is_empty();
        let own = if is_holder { None } else { node_path::name(&json) };
        is_holder &= children.len() == 1;
        let path = node_path::joined(&above, own.clone());
        letters.take(&path, &json)?;
        let shared: Rc<str> = path.as_str().into();
        stack.extend(children.into_iter().rev().map(|child| (child, placement, shared.clone())));
        let path = match (&mesh, own) {
            (Some((_, mesh)), None) => {
                let path = match node_path::name(mesh) {
                    Some(name) => node_path::joined(&above, Some(name)),
                    None if above.is_empty() => String::new(),
                    None => format!("{above}{PATH_SEPARATOR}"),
                };
                letters.take(&path, &json)?;
                path
            }
            _ => path,
        };
        nodes.push(Node { json, mesh, placement, path });
    }
    Ok(nodes)
}

/// The root nodes of the scene; without any scene, the nodes that are no one's children.
fn roots<'a>(root: &Json<'a>) -> Result<Vec<Reference<'a>>, Fault> {
    let scene = match (root.get("scene"), root.get("scenes")) {
        (Some(scene), _) => Some(scene.referred(root, "scenes")?.1),
        (None, Some(scenes)) => scenes.items()?.next(),
        (None, None) => None,
    };
    if let Some(scene) = scene {
        return Reference::list(root, &scene, "nodes");
    }
    let Some(list) = root.get("nodes") else { return Ok(Vec::new()) };
    let mut is_child = vec![false; list.len()];
    for node in list.items()? {
        for child in Reference::list(root, &node, "children")? {
            is_child[child.index] = true;
        }
    }
    let roots = list.items()?.enumerate().filter(|(index, _)| !is_child[*index]);
    let roots: Vec<Reference<'a>> = roots.map(|(index, node)| Reference { index, from: node.clone(), node }).collect();
    if roots.is_empty() && list.len() > 0 {
        return Err(list.unexpected("a node that is not a child of another"));
    }
    Ok(roots)
}

/// Where a node stands: `x → R B x + t`, with a rotation `R` for the pose and the rest `B` for the vertices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    rotation: DMat3,
    /// Scale, shear and mirroring.
    pub(super) baked: DMat3,
    translation: DVec3,
}

/// How far an entry of a matrix made from a unit quaternion may be off by its own rounding (absolute).
const QUATERNION_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// How far a product of a matrix with its transpose may be off from the identity (absolute) where the matrix was a rotation, rounded to
/// single precision, or a product of a few such.
const SINGLE_ROUNDING: f64 = 8.0 * f32::EPSILON as f64;

/// Scales of one mesh that are tried: a file may have one for each node.
const MOST_TRIED: usize = 64;

/// Ratio of scales up to which what is baked may be divided out.
const MOST_SKEW: f64 = 1e4;

/// Below this sine between two axes (dimensionless) a matrix counts as flat, and is not split.
const FLAT: f64 = 1e-8;

impl Placement {
    const WORLD: Self = Self { rotation: DMat3::IDENTITY, baked: DMat3::IDENTITY, translation: DVec3::ZERO };

    /// The place of a node in its parent.
    fn of(json: &Json<'_>) -> Result<Self, Fault> {
        if let Some(matrix) = json.get("matrix") {
            let m: [f64; 16] = matrix.numbers()?;
            if [m[3], m[7], m[11], m[15]] != [0.0, 0.0, 0.0, 1.0] {
                return Err(matrix.unexpected("a matrix whose last row is 0 0 0 1"));
            }
            let column = |i: usize| DVec3::new(m[i], m[i + 1], m[i + 2]);
            let (rotation, baked) = split(DMat3::from_cols(column(0), column(4), column(8)));
            return Ok(Self { rotation, baked, translation: column(12) });
        }
        let rotation = match json.get("rotation") {
            None => DMat3::IDENTITY,
            Some(rotation) => {
                let quaternion = DQuat::from_array(rotation.numbers()?);
                if (quaternion.length() - 1.0).abs() > QUATERNION_TOLERANCE {
                    return Err(rotation.unexpected("a quaternion of length 1"));
                }
                of_quaternion(quaternion)
            }
        };
        let baked = DMat3::from_diagonal(json.vector_or("scale", DVec3::ONE)?);
        Ok(Self { rotation, baked, translation: json.vector_or("translation", DVec3::ZERO)? })
    }

    /// `self` after `child`, with as little rounding in `baked` as can be: equal scales under different rotations stay
    /// equal, so that meshes can be shared.
    fn then(&self, child: &Self) -> Self {
        let translation = self.rotation * (self.baked * child.translation) + self.translation;
        let scale = self.baked.x_axis.x;
        let (rotation, baked) = if self.baked == DMat3::from_diagonal(DVec3::splat(scale)) {
            (self.rotation * child.rotation, child.baked * scale)
        } else if child.rotation == DMat3::IDENTITY {
            (self.rotation, self.baked * child.baked)
        } else {
            let (rotation, baked) = split(self.baked * child.rotation * child.baked);
            (self.rotation * rotation, baked)
        };
        Self { rotation, baked, translation }
    }

    /// The pose, and what is left for the vertices: one of those baked before, if the rest is then a rotation up to the rounding of
    /// matrices in single precision. Such a rest becomes the rotation next to it, since that is what was rounded.
    pub(super) fn rigid(&self, before: &[DMat3]) -> Result<(Pose, DMat3), PoseError> {
        let whole = self.rotation * self.baked;
        for baked in before.iter().take(MOST_TRIED) {
            if let Some(rotation) = rotation_before(&whole, baked) {
                return Ok((Pose::try_new(rotation, self.translation)?, *baked));
            }
        }
        if let Some(rotation) = nearly_rotation(self.rotation) {
            return Ok((Pose::try_new(rotation, self.translation)?, self.baked));
        }
        let (rotation, baked) = split(self.rotation);
        Ok((Pose::try_new(rotation, self.translation)?, baked * self.baked))
    }
}

/// The rotation next to a matrix that is one up to the rounding of single precision; the same bits where it is one to the rounding of
/// double precision.
fn nearly_rotation(matrix: DMat3) -> Option<DMat3> {
    let gram = matrix.transpose() * matrix - DMat3::IDENTITY;
    let off = gram.to_cols_array().into_iter().fold(0.0, |worst: f64, x| worst.max(x.abs()));
    (off <= SINGLE_ROUNDING && matrix.determinant() > 0.0).then(|| axis_angle::orthonormal(matrix))
}

/// The rotation that makes the whole of what is baked, if there is one.
fn rotation_before(whole: &DMat3, baked: &DMat3) -> Option<DMat3> {
    // Exact, and the same bits, where nothing is baked.
    if *baked == DMat3::IDENTITY {
        return nearly_rotation(*whole);
    }
    let inverse = baked.inverse();
    // Of a matrix that is nearly flat the inverse is rounding alone.
    let is_sound = inverse.is_finite() && norm(baked) * norm(&inverse) <= MOST_SKEW;
    if is_sound { nearly_rotation(*whole * inverse) } else { None }
}

/// The largest entry.
fn norm(matrix: &DMat3) -> f64 {
    matrix.to_cols_array().into_iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

/// The matrix of a unit quaternion; quarter turns are exact.
fn of_quaternion(quaternion: DQuat) -> DMat3 {
    let snapped = |x: f64| if (x - x.round()).abs() <= QUATERNION_ROUNDING { x.round() } else { x };
    DMat3::from_cols_array(&DMat3::from_quat(quaternion.normalize()).to_cols_array().map(snapped))
}

/// A matrix as a rotation after something upper triangular (Gram-Schmidt); as the matrix alone where it is a rotation
/// up to single precision, or is flat.
fn split(matrix: DMat3) -> (DMat3, DMat3) {
    if nearly_rotation(matrix).is_some() {
        return (matrix, DMat3::IDENTITY);
    }
    let (a, b) = (matrix.x_axis, matrix.y_axis);
    let x = a.normalize_or_zero();
    let across = b - x * x.dot(b);
    let y = across.normalize_or_zero();
    let rotation = DMat3::from_cols(x, y, x.cross(y));
    if across.length() <= FLAT * b.length() || Pose::try_new(rotation, DVec3::ZERO).is_err() {
        return (DMat3::IDENTITY, matrix);
    }
    let mut rest = rotation.transpose() * matrix;
    rest.x_axis = DVec3::new(rest.x_axis.x, 0.0, 0.0);
    rest.y_axis.z = 0.0;
    (rotation, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_in_single_precision_is_exact() {
        let half = f64::from(0.5_f32.sqrt());
        let turn = of_quaternion(DQuat::from_xyzw(0.0, 0.0, half, half));
        assert_eq!(turn, DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z));
    }

    #[test]
    fn splitting_gives_the_matrix_back() {
        let turn = DMat3::from_quat(DQuat::from_xyzw(0.1, -0.4, 0.2, 0.7).normalize());
        for rest in [
            DMat3::from_diagonal(DVec3::new(2.0, 2.0, 2.0)),
            DMat3::from_diagonal(DVec3::new(1.0, -3.0, 0.5)),
            DMat3::from_cols(DVec3::new(1.0, 0.0, 0.0), DVec3::new(0.3, 1.0, 0.0), DVec3::new(-0.5, 0.2, -2.0)),
            DMat3::from_diagonal(DVec3::new(1.0, 0.0, 1.0)),
        ] {
            let (rotation, baked) = split(turn * rest);
            assert!(Pose::try_new(rotation, DVec3::ZERO).is_ok());
            assert!((rotation * baked).abs_diff_eq(turn * rest, 1e-14));
        }
    }
}
