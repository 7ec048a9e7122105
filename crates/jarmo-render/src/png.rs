//! The board as a picture of pixels: PNG, made from the SVG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::fmt;

use crate::scene::Scene;
use crate::svg::{self, Lettering, SvgOptions};

/// The most pixels of a side: a gibibyte in all.
const MOST: u32 = 16_384;

/// Draws a scene as a PNG file.
///
/// The coordinates are always drawn as strokes, so that the picture does not depend on the fonts
/// of the machine. [`Scheme::Auto`](crate::Scheme::Auto) is light.
///
/// # Errors
///
/// When the picture would have no pixel, or a side of more than 16384.
pub fn draw(scene: &Scene, options: &SvgOptions) -> Result<Vec<u8>, DrawPngError> {
    if options.width > MOST {
        return Err(DrawPngError);
    }
    let document = svg::draw(scene, &options.with_lettering(Lettering::Strokes));
    let tree = Tree::from_str(&document, &Options::default()).map_err(|_| DrawPngError)?;
    let size = tree.size().to_int_size();
    if size.height() > MOST {
        return Err(DrawPngError);
    }
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or(DrawPngError)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|_| DrawPngError)
}

/// A picture of the asked size cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawPngError;

impl fmt::Display for DrawPngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a picture of this size cannot be made")
    }
}

impl std::error::Error for DrawPngError {}
