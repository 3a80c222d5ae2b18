//! Pairs of convex shapes: apart, touching or deep, how far and where.
