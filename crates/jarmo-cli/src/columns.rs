//! Tables as lines of text.

/// A head and rows below it in aligned columns, the first to the left and the others to the right.
pub(crate) fn lines(head: &[String], rows: &[Vec<String>]) -> Vec<String> {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| &row[column]).chain([&head[column]]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |row: &[String]| {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            line += &match column {
                0 => format!("{cell:<width$}"),
                _ => format!("  {cell:>width$}"),
            };
        }
        line.trim_end().to_owned()
    };
    std::iter::once(head).chain(rows.iter().map(Vec::as_slice)).map(line).collect()
}
