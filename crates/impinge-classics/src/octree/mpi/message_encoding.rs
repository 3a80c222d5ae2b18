//! Faces, pairs and findings as words that can be sent.

use super::message_traffic::Traffic;
use crate::octree::FacePair;
use crate::octree::detection_steps::{PairChecks, SweptFace};
use impinge::cost::Cost;
use impinge::feature::FaceId;

/// What the root knows of a rank: the faces that it has been sent, by their numbers at the root.
#[derive(Clone, Default)]
pub struct SentFaces {
    /// For each face, its number at the rank, if it is there.
    numbers: Vec<Option<u32>>,
    count: u32,
}

impl SentFaces {
    /// For a rank that has none of `faces` faces.
    pub fn none(faces: usize) -> Self {
        Self { numbers: vec![None; faces], count: 0 }
    }

    /// A packet of pairs with the faces that the rank does not have yet.
    pub fn packet(&mut self, pairs: &[[u32; 2]], faces: &[SweptFace], traffic: &mut Traffic) -> Vec<u64> {
        let mut words = vec![0];
        let held = self.count;
        for index in pairs.iter().flatten() {
            let number = &mut self.numbers[*index as usize];
            if number.is_none() {
                *number = Some(self.count);
                self.count += 1;
                words.extend(faces[*index as usize].to_words());
            }
        }
        words[0] = u64::from(self.count - held);
        let number = |index: u32| u64::from(self.numbers[index as usize].unwrap_or_default());
        words.extend(pairs.iter().map(|[a, b]| number(*a) << 32 | number(*b)));
        traffic.faces += words[0];
        traffic.pairs += pairs.len() as u64;
        words
    }
}

/// The faces that a rank was sent.
#[derive(Default)]
pub struct HeldFaces(Vec<SweptFace>);

impl HeldFaces {
    /// Takes the faces of a packet over and checks its pairs. What a packet does not hold in full is not checked, which the root will miss.
    pub fn check(&mut self, packet: &[u64], checks: &mut PairChecks) {
        let Some((count, rest)) = packet.split_first() else { return };
        let (faces, _) = rest.as_chunks::<{ SweptFace::WORDS }>();
        let faces = &faces[..faces.len().min(*count as usize)];
        self.0.extend(faces.iter().map(SweptFace::from_words));
        for pair in &rest[faces.len() * SweptFace::WORDS..] {
            if let [Some(a), Some(b)] = [pair >> 32, pair & 0xffff_ffff].map(|number| self.0.get(number as usize)) {
                checks.check(a, b);
            }
        }
    }
}

/// Words of a report before its pairs.
const HEAD: usize = 10;

/// What a rank found, as words.
pub fn checks_to_words(checks: &PairChecks) -> Vec<u64> {
    let cost = &checks.cost;
    let Cost { box_tests, triangle_tests, exact_tests, signs, exact_signs, ray_casts, pieces } = *cost;
    let head: [u64; HEAD] = [
        checks.taken,
        checks.separated,
        checks.strays,
        box_tests,
        triangle_tests,
        exact_tests,
        signs,
        exact_signs,
        ray_casts,
        pieces,
    ];
    let pairs = checks.pairs.iter().flat_map(|pair| {
        let [[a, b], [f, g]] = [pair.bodies, pair.faces.map(|face| face.0)];
        [u64::from(a) << 32 | u64::from(b), u64::from(f) << 32 | u64::from(g)]
    });
    head.into_iter().chain(pairs).collect()
}

/// The checks that words report; `None` if the words are too few.
pub fn checks_from_words(words: &[u64]) -> Option<PairChecks> {
    let (head, rest) = words.split_first_chunk::<HEAD>()?;
    let [taken, separated, strays, box_tests, triangle_tests, exact_tests, signs, exact_signs, ray_casts, pieces] =
        *head;
    let halves = |word: u64| [(word >> 32) as u32, word as u32];
    let pair = |[bodies, faces]: &[u64; 2]| FacePair { bodies: halves(*bodies), faces: halves(*faces).map(FaceId) };
    let pairs = rest.as_chunks::<2>().0.iter().map(pair).collect();
    let cost = Cost { box_tests, triangle_tests, exact_tests, signs, exact_signs, ray_casts, pieces };
    Some(PairChecks { pairs, taken, separated, strays, cost })
}
