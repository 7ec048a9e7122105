//! Logistic regression.

/// What was seen: some numbers, and a share of the points that came of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample<const N: usize> {
    /// What the coefficients are multiplied by.
    pub(crate) terms: [f64; N],
    /// What came of it, 0 to 1.
    pub(crate) share: f64,
}

/// Pulls coefficients towards 0, just enough that those which the samples say nothing of stay
/// there; for each sample.
const RIDGE: f64 = 1e-6;
/// Newton's method has long converged after so many rounds.
const ROUNDS: usize = 25;

/// The coefficients under which the samples are likeliest, when the expected share is the logistic
/// function of the sum of terms times coefficients.
pub(crate) fn fit<const N: usize>(samples: &[Sample<N>]) -> [f64; N] {
    let mut coefficients = [0.0; N];
    for _ in 0..ROUNDS {
        let (slope, curvature) = slope_and_curvature(&coefficients, samples);
        let step = solve(curvature, slope);
        for (coefficient, step) in coefficients.iter_mut().zip(step) {
            *coefficient += step;
        }
        if step.into_iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    coefficients
}

/// Of the logarithm of the samples' likelihood; of the curvature, turned positive, the lower
/// triangle.
fn slope_and_curvature<const N: usize>(
    coefficients: &[f64; N],
    samples: &[Sample<N>],
) -> ([f64; N], [[f64; N]; N]) {
    let ridge = RIDGE * samples.len().max(1) as f64;
    let mut slope = coefficients.map(|coefficient| -ridge * coefficient);
    let mut curvature = [[0.0; N]; N];
    for (place, row) in curvature.iter_mut().enumerate() {
        row[place] = ridge;
    }
    for Sample { terms, share } in samples {
        let expected = expected(coefficients, terms);
        let weight = expected * (1.0 - expected);
        for (place, row) in curvature.iter_mut().enumerate() {
            slope[place] += (share - expected) * terms[place];
            for (cell, term) in row[..=place].iter_mut().zip(terms) {
                *cell += weight * terms[place] * term;
            }
        }
    }
    (slope, curvature)
}

/// The mean surprise of the samples in nats: the less, the better the fit.
pub(crate) fn surprise<const N: usize>(coefficients: &[f64; N], samples: &[Sample<N>]) -> f64 {
    let surprise = |sample: &Sample<N>| {
        let expected = expected(coefficients, &sample.terms).clamp(1e-12, 1.0 - 1e-12);
        -sample.share * expected.ln() - (1.0 - sample.share) * (1.0 - expected).ln()
    };
    samples.iter().map(surprise).sum::<f64>() / samples.len().max(1) as f64
}

fn expected<const N: usize>(coefficients: &[f64; N], terms: &[f64; N]) -> f64 {
    let sum: f64 = coefficients.iter().zip(terms).map(|(a, b)| a * b).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Solves `matrix * x = right` by Cholesky's decomposition; of the symmetric, positive definite
/// matrix only the lower triangle is read.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for row in 0..N {
        for column in 0..=row {
            let done: f64 = (0..column).map(|k| matrix[row][k] * matrix[column][k]).sum();
            let rest = matrix[row][column] - done;
            matrix[row][column] =
                if row == column { rest.max(1e-30).sqrt() } else { rest / matrix[column][column] };
        }
    }
    for row in 0..N {
        let done: f64 = (0..row).map(|k| matrix[row][k] * right[k]).sum();
        right[row] = (right[row] - done) / matrix[row][row];
    }
    for row in (0..N).rev() {
        let done: f64 = (row + 1..N).map(|k| matrix[k][row] * right[k]).sum();
        right[row] = (right[row] - done) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::{Sample, expected, fit, solve, surprise};

    #[test]
    fn equations_are_solved() {
        let matrix = [[4.0, 9.0, 9.0], [2.0, 5.0, 9.0], [0.6, 1.0, 3.0]];
        let x = solve(matrix, [4.0 + 4.0 + 1.8, 2.0 + 10.0 + 3.0, 0.6 + 2.0 + 9.0]);
        for (found, wanted) in x.into_iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - wanted).abs() < 1e-9, "{x:?}");
        }
    }

    #[test]
    fn coefficients_are_found_again() {
        let truth = [0.8, -0.3, 0.0];
        let samples: Vec<Sample<3>> = (0..500)
            .map(|i| {
                let terms = [f64::from(i % 7) - 3.0, f64::from(i % 11) - 5.0, 0.0];
                Sample { terms, share: expected(&truth, &terms) }
            })
            .collect();
        let found = fit(&samples);
        for (found, wanted) in found.into_iter().zip(truth) {
            assert!((found - wanted).abs() < 1e-3, "{found} is not {wanted}");
        }
        assert!(surprise(&found, &samples) < surprise(&[0.0; 3], &samples));
    }
}
