//! The style sheet.

use svg::node::element::Style;

use crate::palette::{Palette, Scheme};

/// What does not depend on the colours.
const SHAPES: &str = "\
.casing, .line { fill: none; }
.casing { stroke-width: 11; }
.line { stroke-width: 5; stroke-linecap: round; }
.hole { stroke-width: 3; }
.archer circle, .prisoner circle { stroke-width: 4; }
.archer .mark, .prisoner .mark { stroke: none; }
.archer .ring, .prisoner .ring { fill: none; stroke-width: 5; }
.last, .chosen, .target, .arrow { fill: none; stroke-width: 7; }
path.last { stroke-width: 20; stroke-linecap: round; opacity: 0.55; }
path.target { stroke-width: 9; stroke-linecap: round; opacity: 0.8; }
.arrow { stroke-width: 11; stroke-linejoin: round; opacity: 0.9; }
.head { stroke-width: 4; }
.letter { font: 26px sans-serif; text-anchor: middle; dominant-baseline: central; }
path.letter { fill: none; stroke-width: 0.9; stroke-linecap: round; stroke-linejoin: round; }
";

pub(super) fn sheet(scheme: Scheme) -> Style {
    let colours = match scheme {
        Scheme::Light => colours(&Palette::LIGHT),
        Scheme::Dark => colours(&Palette::DARK),
        Scheme::Auto => format!(
            "{}@media (prefers-color-scheme: dark) {{\n{}}}\n",
            colours(&Palette::LIGHT),
            colours(&Palette::DARK),
        ),
    };
    Style::new(format!("{SHAPES}{}", colours.trim_end()))
}

fn colours(palette: &Palette) -> String {
    let Palette { ground, letter, hole, rim, white, black, white_rim, black_rim, .. } = palette;
    let Palette { mark_on_white, mark_on_black, last, chosen, target, best, other, bad, .. } =
        palette;
    let strands = palette.strands.iter().enumerate();
    let strands: String = strands
        .map(|(strand, colour)| format!(".strand-{strand} {{ stroke: {colour}; }}\n"))
        .collect();
    format!(
        "\
.ground {{ fill: {ground}; }}
.casing {{ stroke: {ground}; }}
{strands}\
.hole {{ fill: {hole}; stroke: {rim}; }}
text.letter {{ fill: {letter}; }}
path.letter {{ stroke: {letter}; }}
.white circle {{ fill: {white}; stroke: {white_rim}; }}
.black circle {{ fill: {black}; stroke: {black_rim}; }}
.white .mark {{ fill: {mark_on_white}; }}
.black .mark {{ fill: {mark_on_black}; }}
.white .ring {{ stroke: {mark_on_white}; }}
.black .ring {{ stroke: {mark_on_black}; }}
.to-move {{ fill: {chosen}; }}
.last {{ stroke: {last}; }}
.chosen {{ stroke: {chosen}; }}
.target {{ stroke: {target}; }}
.best {{ stroke: {best}; fill: {best}; }}
.other {{ stroke: {other}; fill: {other}; }}
.bad {{ stroke: {bad}; fill: {bad}; }}
.shaft {{ fill: none; }}
"
    )
}
