//! Charts of measured values with their intervals.

use svg::Document;
use svg::node::element::{Circle, Group, Line, Style, Text, Title};

/// Rows of dots with intervals over one scale.
pub(crate) struct Chart {
    /// What the chart shows.
    pub(crate) title: String,
    /// What the scale measures.
    pub(crate) scale: String,
    /// The series' names, in the order of their colours; at most [`COLOURS`] of them.
    pub(crate) series: Vec<String>,
    /// The rows, from the top.
    pub(crate) rows: Vec<Row>,
    /// The distance between the scale's marks.
    pub(crate) step: f64,
    /// A value to compare with, drawn through all rows.
    pub(crate) reference: Option<f64>,
}

/// One row of a chart.
pub(crate) struct Row {
    /// What is measured.
    pub(crate) label: String,
    /// What was measured.
    pub(crate) dots: Vec<Dot>,
}

/// A value with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Dot {
    /// The number of its series.
    pub(crate) series: usize,
    /// The value.
    pub(crate) value: f64,
    /// The interval's ends.
    pub(crate) interval: [f64; 2],
}

const COLOURS: usize = 3;
const WIDTH: f64 = 720.0;
const LEFT: f64 = 190.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 70.0;
const BOTTOM: f64 = 56.0;
const ROW: f64 = 34.0;
/// How far the series of a row are apart.
const APART: f64 = 11.0;

/// Colours that differ in lightness too, on a light and on a dark page.
const STYLE: &str = "
  .ground { fill: #fdfbf5 } text { font: 13px sans-serif; fill: #3b3226 }
  .title { font-size: 15px; font-weight: bold } .grid { stroke: #e3d9c4 } .reference { stroke: #8a7d66; stroke-dasharray: 5 4 }
  .s0 { fill: #1c5f9e; stroke: #1c5f9e } .s1 { fill: #d9791a; stroke: #d9791a } .s2 { fill: #3f8f4f; stroke: #3f8f4f }
  .interval { stroke-width: 2.5 }
";

impl Chart {
    /// Draws the chart.
    pub(crate) fn draw(&self) -> String {
        let height = TOP + ROW * self.rows.len() as f64 + BOTTOM;
        let mut document = Document::new()
            .set("viewBox", (0, 0, WIDTH, height))
            .set("width", WIDTH)
            .set("height", height)
            .add(Title::new(self.title.as_str()))
            .add(Style::new(STYLE))
            .add(
                svg::node::element::Rectangle::new()
                    .set("class", "ground")
                    .set("width", WIDTH)
                    .set("height", height),
            )
            .add(text(&self.title, [LEFT, 26.0], "title", "start"))
            .add(self.legend())
            .add(self.grid(height - BOTTOM))
            .add(text(
                &self.scale,
                [(LEFT + WIDTH - RIGHT) / 2.0, height - 14.0],
                "scale",
                "middle",
            ));
        for (place, row) in self.rows.iter().enumerate() {
            document = document.add(self.row(row, TOP + ROW * (place as f64 + 0.5)));
        }
        format!("{document}\n")
    }

    /// The least and the greatest value that the scale shows, both marks of it.
    fn range(&self) -> [f64; 2] {
        let dots = self.rows.iter().flat_map(|row| &row.dots);
        let shown: Vec<f64> = dots.flat_map(|dot| dot.interval).chain(self.reference).collect();
        let low = shown.iter().copied().fold(f64::INFINITY, f64::min);
        let high = shown.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        [(low / self.step).floor() * self.step, (high / self.step).ceil() * self.step]
    }

    fn across(&self, value: f64) -> f64 {
        let [low, high] = self.range();
        LEFT + (value - low) / (high - low).max(self.step) * (WIDTH - LEFT - RIGHT)
    }

    fn legend(&self) -> Group {
        let mut group = Group::new();
        let mut x = LEFT;
        for (place, name) in self.series.iter().enumerate() {
            let dot = Circle::new().set("class", format!("s{}", place % COLOURS));
            group = group.add(dot.set("cx", x + 5.0).set("cy", 46.0).set("r", 5)).add(text(
                name,
                [x + 16.0, 50.5],
                "name",
                "start",
            ));
            // About the width of the name, for want of a font to ask.
            x += 40.0 + 7.2 * name.chars().count() as f64;
        }
        group
    }

    fn grid(&self, bottom: f64) -> Group {
        let [low, high] = self.range();
        let mut group = Group::new();
        for mark in 0..=((high - low) / self.step).round() as usize {
            let value = low + self.step * mark as f64;
            let x = self.across(value);
            group = group.add(line([x, TOP], [x, bottom], "grid")).add(text(
                &format!("{value:.0}"),
                [x, bottom + 18.0],
                "mark",
                "middle",
            ));
        }
        match self.reference.map(|value| self.across(value)) {
            Some(x) => group.add(line([x, TOP], [x, bottom], "reference")),
            None => group,
        }
    }

    fn row(&self, row: &Row, y: f64) -> Group {
        let mut group = Group::new().add(text(&row.label, [LEFT - 14.0, y + 4.5], "label", "end"));
        for dot in &row.dots {
            let off = dot.series as f64 - (self.series.len().max(1) - 1) as f64 / 2.0;
            let y = y + off * APART;
            let class = format!("s{}", dot.series % COLOURS);
            let [low, high] = dot.interval.map(|end| self.across(end));
            group = group.add(line([low, y], [high, y], &format!("interval {class}"))).add(
                Circle::new()
                    .set("class", class)
                    .set("cx", round(self.across(dot.value)))
                    .set("cy", y)
                    .set("r", 4.5),
            );
        }
        group
    }
}

fn text(content: &str, [x, y]: [f64; 2], class: &str, anchor: &str) -> Text {
    Text::new(content)
        .set("class", class)
        .set("x", round(x))
        .set("y", round(y))
        .set("text-anchor", anchor)
}

fn line([x1, y1]: [f64; 2], [x2, y2]: [f64; 2], class: &str) -> Line {
    Line::new()
        .set("class", class)
        .set("x1", round(x1))
        .set("y1", round(y1))
        .set("x2", round(x2))
        .set("y2", round(y2))
}

/// To a tenth of a pixel: what is more precise only makes files differ.
fn round(pixels: f64) -> f64 {
    (pixels * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::{Chart, Dot, Row};

    #[test]
    fn every_dot_is_drawn_within_the_picture() {
        let dot = |value: f64| Dot { series: 0, value, interval: [value - 3.0, value + 4.0] };
        let rows = [-7.0, 0.0, 52.0]
            .map(|value| Row { label: format!("at {value}"), dots: vec![dot(value)] });
        let chart = Chart {
            title: "Trial".into(),
            scale: "points".into(),
            series: vec!["one".into()],
            rows: rows.into(),
            step: 10.0,
            reference: Some(50.0),
        };
        assert_eq!(chart.range(), [-10.0, 60.0]);
        let drawn = chart.draw();
        assert_eq!(drawn.matches("<circle").count(), 3 + 1);
        assert!(drawn.contains("at 52") && drawn.contains("reference"));
    }
}
