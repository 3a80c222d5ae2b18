//! Polynomials in time, their signs and roots.

pub(crate) mod bernstein; // coefficients in doubles with error bounds
#[cfg(test)]
pub(crate) mod bernstein_integers; // coefficients in integers, to check those in doubles
pub(crate) mod integer_coefficient; // short integers first, long ones where needed
pub(crate) mod integer_polynomial; // polynomials with integer coefficients
pub(crate) mod root_isolation; // roots, each between two rational times
pub(crate) mod root_time; // the time of a root between doubles
pub(crate) mod sign_at_root; // the sign of a quadratic at a root of another polynomial
