//! The palette: the colours of pictures, on light and on dark ground.

/// Which colours a picture has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// For light surroundings.
    #[default]
    Light,
    /// For dark surroundings.
    Dark,
    /// Light or dark as the reader's system asks for, where whatever shows the picture knows it;
    /// otherwise light.
    Auto,
}

/// The colours of a picture, as CSS writes them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    pub(crate) ground: &'static str,
    pub(crate) letter: &'static str,
    pub(crate) hole: &'static str,
    pub(crate) rim: &'static str,
    pub(crate) strands: [&'static str; crate::layout::STRANDS],
    pub(crate) white: &'static str,
    pub(crate) white_rim: &'static str,
    pub(crate) black: &'static str,
    pub(crate) black_rim: &'static str,
    pub(crate) mark_on_white: &'static str,
    pub(crate) mark_on_black: &'static str,
    pub(crate) last: &'static str,
    pub(crate) chosen: &'static str,
    pub(crate) target: &'static str,
    pub(crate) best: &'static str,
    pub(crate) other: &'static str,
    pub(crate) bad: &'static str,
}

impl Palette {
    pub(crate) const LIGHT: Palette = Palette {
        ground: "#f6efdf",
        letter: "#6f6350",
        hole: "#d9cbb0",
        rim: "#6f6350",
        strands: ["#857b6d", "#b3761f", "#3d7f88", "#7c5fa8", "#5d8a3c"],
        white: "#fffdf6",
        white_rim: "#3b3226",
        black: "#2a2f3d",
        black_rim: "#11141b",
        mark_on_white: "#c4281c",
        mark_on_black: "#ffb84d",
        last: "#d65db1",
        chosen: "#e07a00",
        target: "#1c7ed6",
        best: "#2b8a3e",
        other: "#5c7cae",
        bad: "#d02f2f",
    };

    pub(crate) const DARK: Palette = Palette {
        ground: "#1f232b",
        letter: "#a7adba",
        hole: "#353c49",
        rim: "#a7adba",
        strands: ["#8b919d", "#c2954a", "#5fa3ab", "#a58bd0", "#82b366"],
        white: "#f7f1e1",
        white_rim: "#8f8570",
        black: "#0c0e13",
        black_rim: "#c9cfdb",
        mark_on_white: "#c4281c",
        mark_on_black: "#ffb84d",
        last: "#e07cc3",
        chosen: "#ff9f2e",
        target: "#4dabf7",
        best: "#51cf66",
        other: "#8ea6cf",
        bad: "#ff6b6b",
    };
}
