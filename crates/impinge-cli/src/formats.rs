//! `impinge formats`: the page on files, names of bodies and kinds of clashes.

/// The page.
pub const PAGE: &str = "\
Files that are read, and the names of their bodies:
  OBJ         each object (o) is a body, or each group (g) where there are no objects
  glTF, GLB   each node with triangles is a body, at its place, called by its path: PUMP 2 / BOLT
  STL         each solid of a text file is a body; a binary file is one body
  PLY, OFF    one body
  TOML, JSON  a scene file: its bodies and the links of its robots, at their places (docs/scene.md)
  URDF        a robot: its links with geometry, called ROBOT/LINK; joints rest, or are where --joint puts them;
              neighbours may meet
A body alone in its file and without a name takes that of the file; others without a name are called by a hash of
their triangles; a repeated name gets .2, .3, …
Files that scenes, robots and glTF files name are read below their own folder, below --root DIR, or in a package of the
robot; --trusted reads any.
With several files, bodies of a file of many, and those of the same name, are called FILE/BODY.

Reports of `impinge check`, by the extension of -o FILE; several may be given, - is standard output:
  .txt            a table as wide as COLUMNS says, else as the terminal: names are shortened, numbers never; in pipes one line a row
  .json           everything, for machines and for --baseline (docs/report.schema.json)
  .csv            a row for each pair, missing contact and resolved clash
  .html           one page with list, filters, pictures and 3D view
  .xml            JUnit, for CI: every rule a suite, every open clash a failed test; approved ones are skipped
  .bcf, .bcfzip   BCF, for model checkers, with viewpoints and snapshots
  .glb            the model, with clashing triangles and curves in colour

Kinds of clashes:
  duplicate  two bodies fill the same space     touch     they touch
  pierce     one passes right through           encroach  a clearance clash: their gap is below the clearance
  protrude   one enters the other               missing   an expected contact does not exist
  envelope   one is inside the other            fit       a thin shell about a common axis: pins, threads, press fits
  undecided  one may be inside the other, which is not closed
The first four are hard clashes. Penetration depth and shared volume are given between bounds, in JSON and on the page
with how each was found.
A clash has an id made from the names (or identifiers) of its two bodies alone, so it is the same in every run; clashes that share a
body and a place are a group.
";
