//! The course of a game as a curve: how its evaluation changed from turn to turn.

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Line, Path, Rectangle, Style, Text, Title};

/// The picture's width and height, and the margin for its letters, in pixels.
const SIZE: (f64, f64) = (640.0, 200.0);
const MARGIN: f64 = 28.0;
/// The points that the top and the bottom stand for; what is more is drawn there.
const MOST_POINTS: f64 = 5.0;

const STYLE: &str = "
.ground { fill: #f7f3e8 }
.white { fill: #ffffff }
.axis { stroke: #8a8478; stroke-width: 1 }
.curve { fill: none; stroke: #20262f; stroke-width: 2; stroke-linejoin: round }
text { fill: #55503f; font: 11px sans-serif }
";

/// Draws the evaluations of a game's positions, the start first, in points of final margin for
/// White; a position without one, or with what is no number, is passed over. An infinite one is
/// drawn at the edge.
///
/// ```
/// let picture = jarmo_render::plot::draw(&[Some(0.0), Some(0.5), None, Some(-2.0)]);
/// assert!(picture.starts_with("<svg"));
/// ```
#[must_use]
pub fn draw(evaluations: &[Option<f64>]) -> String {
    let (width, height) = SIZE;
    let steps = evaluations.len().saturating_sub(1).max(1) as f64;
    let x = |place: usize| MARGIN + place as f64 / steps * (width - 2.0 * MARGIN);
    let mut document = Document::new()
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .add(Title::new("The evaluation from turn to turn, in points for White"))
        .add(Style::new(STYLE))
        .add(Rectangle::new().set("class", "ground").set("width", width).set("height", height));
    if let Some(area) = area(evaluations, &x) {
        document = document.add(Path::new().set("class", "white").set("d", area));
    }
    for points in [-MOST_POINTS, 0.0, MOST_POINTS] {
        document = document.add(axis(points)).add(label(points));
    }
    if let Some(curve) = curve(evaluations, &x) {
        document = document.add(Path::new().set("class", "curve").set("d", curve));
    }
    format!("{document}\n")
}

/// How far down a value is drawn.
fn y(points: f64) -> f64 {
    let (_, height) = SIZE;
    let share = (1.0 - points.clamp(-MOST_POINTS, MOST_POINTS) / MOST_POINTS) / 2.0;
    rounded(MARGIN / 2.0 + share * (height - MARGIN))
}

/// To a hundredth of a pixel: more only makes the file longer.
fn rounded(pixels: f64) -> f64 {
    (pixels * 100.0).round() / 100.0
}

/// The places that have a value, as points of the curve.
fn known<'a>(
    evaluations: &'a [Option<f64>],
    x: &'a impl Fn(usize) -> f64,
) -> impl DoubleEndedIterator<Item = (f64, f64)> + 'a {
    evaluations
        .iter()
        .enumerate()
        .filter_map(|(place, points)| Some((place, points.filter(|points| !points.is_nan())?)))
        .map(|(place, points)| (rounded(x(place)), y(points)))
}

fn curve(evaluations: &[Option<f64>], x: &impl Fn(usize) -> f64) -> Option<Data> {
    let mut points = known(evaluations, x);
    let data = Data::new().move_to(points.next()?);
    Some(points.fold(data, Data::line_to))
}

/// The area below the curve, White's share.
fn area(evaluations: &[Option<f64>], x: &impl Fn(usize) -> f64) -> Option<Data> {
    let (first, last) = (known(evaluations, x).next()?, known(evaluations, x).next_back()?);
    let bottom = y(-MOST_POINTS);
    let data = Data::new().move_to((first.0, bottom));
    let data = known(evaluations, x).fold(data, Data::line_to);
    Some(data.line_to((last.0, bottom)).close())
}

fn axis(points: f64) -> Line {
    Line::new()
        .set("class", "axis")
        .set("x1", MARGIN)
        .set("x2", SIZE.0 - MARGIN)
        .set("y1", y(points))
        .set("y2", y(points))
}

fn label(points: f64) -> Text {
    let sign = if points > 0.0 { "+" } else { "" };
    Text::new(format!("{sign}{points}")).set("x", 4).set("y", y(points) + 4.0)
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn every_value_is_on_the_curve_and_none_leaves_the_picture() {
        let picture = draw(&[Some(0.0), None, Some(99.0), Some(-99.0)]);
        let curve = picture.lines().find(|line| line.contains("\"curve\"")).unwrap();

        assert!(curve.contains("M28,100") && curve.contains("186"), "{curve}");
        let picture = draw(&[Some(f64::INFINITY), Some(f64::NAN), Some(f64::NEG_INFINITY)]);
        assert!(picture.contains("M28,14 L612,186"), "{picture}");
        assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
        assert!(!draw(&[]).contains("\"curve\""));
        assert!(draw(&[Some(1.0)]).contains("\"curve\""));
    }
}
