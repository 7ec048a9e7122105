//! Short texts without a heap.

use core::fmt;

/// A text short enough to be kept without a heap: at most 31 bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Label {
    bytes: [u8; 31],
    len: u8,
}

impl Label {
    /// `None` when the text is longer than 31 bytes.
    #[must_use]
    pub const fn new(text: &str) -> Option<Label> {
        if text.len() > 31 { None } else { Some(Label::cut(text)) }
    }

    /// The text, cut to what fits.
    pub(crate) const fn cut(text: &str) -> Label {
        let from = text.as_bytes();
        let mut label = Label { bytes: [0; 31], len: 0 };
        let mut len = if from.len() < 31 { from.len() } else { 31 };
        while !text.is_char_boundary(len) {
            len -= 1;
        }
        label.len = len as u8;
        while len > 0 {
            len -= 1;
            label.bytes[len] = from[len];
        }
        label
    }

    /// The text.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        let (text, _) = self.bytes.split_at(self.len as usize);
        match core::str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

impl Label {
    pub(crate) const fn same_in_any_case(&self, other: &Label) -> bool {
        self.as_str().as_bytes().eq_ignore_ascii_case(other.as_str().as_bytes())
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
