//! `impinge methods`: the page on the methods of a check.

/// The page.
pub const PAGE: &str = "\
How answers are found. Every method gives the same answers; they differ in what they cost:
  auto    the fastest
  brute   every triangle against every other in exact arithmetic, slow and certain
  aabb    a hierarchy of axis-aligned boxes
  obb     of oriented boxes
  sphere  of smallest enclosing spheres
  kdop    of polytopes with fixed normals
  rss     of rectangles with a radius around them
  gi-collide
          of the pixels of images: a mesh is an image of its faces, each level of a pyramid over it keeps the least and the
          greatest coordinates of four pixels (Benes and Villanueva 2005); no options
  edge-face
          without a hierarchy: edges of each mesh against faces of the other where both boxes overlap (Moore and Wilhelms
          1988); no options
  medial-spheres
          a tree of spheres that hold the solid, interior included, around balls of its medial axis (Hubbard 1996; Bradshaw
          and O'Sullivan 2004); no options
Options follow a hierarchy's name, e.g. obb:arity=4,split=median,fit=hull. The first value is the usual one:
  arity=2|4|8                    the most children of a node
  axis=longest|coordinate|own|covariance
                                 split along the longest axis of coordinates, that of most variance, the volume's own
                                 longest (usual for obb and rss), or the direction of most variance
  split=mean|median|middle|projection|centroids|random
                                 where: mean or median of triangles, middle of the extent, the best of evenly spaced
                                 places, of some triangles' middles or of some drawn
                                 at random by surface area
  leaf=2                         the most triangles of a leaf, 1 to 255
  fit=area|hull|vertices         obb, rss: oriented by the hull's surface, the hull's corners, or all vertices
  k=18|14|26                     kdop: how many planes
  descend=larger|both|alternate  which of two nodes is opened
  order=depth|breadth            in which order pairs of nodes are looked at
  leaves=triangles|volume        at two leaves: triangle pairs at once, or triangles against the other's volume first
  space=model|world              compare volumes by the relative pose, or carry all of them into one frame first

The method that samples bodies (Guendelman, Bridson and Fedkiw 2003, with edges too):
  sdf     signed distance fields tell how deep vertices and edges of one body are inside the other, where, and which
          way is out. They are sure of what is apart or inside by their bounds, and what they leave open is asked of the faces:
          every relation is exact. It takes time to sample, and adds depths. Bodies that are not closed, and shapes, have
          no field and are left to the faces; the report says so. sdf:cells=32,storage=dense,points=10 are the
          usual options:
            cells=32                the more, the closer the bounds: they are about a cell apart
            storage=dense|sparse    samples everywhere, or fine ones near the surface alone: less memory for many cells,
                                    wider bounds far inside
            points=10               how many points of a pair JSON lists, the deepest first

Methods that draw bodies. What images prove is not tested again; the exact engine answers about everything else, so
answers are the same. The report says how many pairs images prove apart, propose, and leave to the exact engine, and why
images could not be made where they could not:
  cinder  edges seen inside of solids (Knott and Pai 2003), in three views of four layers. Its images are hints, which
          save no exact work; JSON lists the edges and the places. Bodies that are not closed, or are inside out, are left
          to the exact engine, and bodies smaller than a pixel may be missed
  cullide what is not in full sight of all others, along three axes, in rounds: bodies, groups of faces, faces
          (Govindaraju, Redon, Lin and Manocha 2003); any surface. With --self it finds the faces of a body that may meet
          others of that body (Boldt and Meyer 2004). What it does not propose is proved to be apart
  ldi     what columns of layered depth images do not rule out to be inside of both (Heidelberger, Teschner and Gross
          2003), pair by pair; with --self, how much of a body overlaps itself. What it rules out is proved to be
          apart; bodies that are not closed are left to the exact engine
Options follow the name, e.g. cinder:view=perspective,own=offset. The first value is the usual one:
  device=vulkan|cpu              a graphics device (impinge gpu lists them, --device NAME picks one), or the CPU without any
                                 driver, which makes the same images, slowly, also in commands built without graphics
  size=256                       columns and rows of an image; 64 for ldi
  view=parallel|perspective      cinder: rays along the three axes, or from eyes on them
  own=excluded|offset            cinder: a solid is not counted against its own edges, or edges are moved outward
  layers=4                       cinder: how many edges one behind the other are looked at in each view
  points=10                      cinder: how many edges, and how many places, of a body inside another JSON lists
What images say about a pair, or a pose, is in the column image of tables, and in proposed of CSV and JSON:
  shows it            true   cinder: edges are seen inside of a solid; ldi: a common volume is certain
  wrongly shows it    true   cinder: bodies that are closer than a pixel, and do not meet
  cannot rule it out  true   cullide, ldi: more pixels might
  rules it out        false  cullide, ldi: there certainly is no common point
  misses it           false  cinder: they meet, and no pixel shows it
  shows none          false  cinder: they do not meet
  not drawn           none   the method cannot draw one of the two, so images say nothing; null in JSON
`impinge check --method ldi` also tells the volume of what is inside of both, in units of the files cubed: overlap, as
found by layered depth images of 64 x 64 pixels along three axes. It is an estimate, between bounds that hold for
certain. The column volume has the shared volume of a clash by the faces themselves, where bodies are closed.

The methods that draw or sample are those of `impinge check` and `impinge poses`; `impinge relate` and
`impinge distance` take the others, and no other command takes a method.
";
