//! File letters and rank numbers as strokes, for pictures made where there are no fonts.

use kurbo::Point;

/// A character is drawn in a box of 4 by 6, and the next one starts 6 further.
const WIDTH: f64 = 4.0;
const HEIGHT: f64 = 6.0;
const ADVANCE: f64 = 6.0;
const SCALE: f64 = 3.2;

/// Moves a text drawn by [`strokes`] so that its middle is at a place.
pub(super) fn transform(text: &str, place: Point) -> String {
    let width = ADVANCE * (text.chars().count() as f64 - 1.0) + WIDTH;
    let (x, y) = (place.x - width / 2.0 * SCALE, place.y - HEIGHT / 2.0 * SCALE);
    format!("translate({x:.1} {y:.1}) scale({SCALE})")
}

/// The strokes of a text of capitals and digits, as path data.
pub(super) fn strokes(text: &str) -> String {
    let mut data = String::new();
    for (index, character) in text.chars().enumerate() {
        let start = index as f64 * ADVANCE;
        for (number, polyline) in polylines(character).split(' ').enumerate() {
            for (corner, point) in polyline.as_bytes().chunks(2).enumerate() {
                let [x, y] = point else { continue };
                let (x, y) = (f64::from(x - b'0') + start, f64::from(y - b'0'));
                let command = if corner == 0 { 'M' } else { 'L' };
                let blank = if number + corner + index == 0 { "" } else { " " };
                data += &format!("{blank}{command}{x} {y}");
            }
        }
    }
    data
}

/// The corners of a character's strokes, two digits each, `x` from the left and `y` from the top.
fn polylines(character: char) -> &'static str {
    match character {
        'A' => "062046 0444",
        'B' => "003041423303334445360600",
        'C' => "4130100105163645",
        'D' => "00063645413000",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "41301001051636454323",
        'H' => "0006 4046 0343",
        'I' => "2026 1030 1636",
        'J' => "4045361605",
        'K' => "0006 4003 1246",
        'L' => "000646",
        'M' => "0600234046",
        'N' => "06004640",
        'O' => "103041453616050110",
        'P' => "06003041423303",
        'Q' => "103041453616050110 3456",
        'R' => "06003041423303 2346",
        'S' => "413010010213334445361605",
        'T' => "0040 2026",
        'U' => "000516364540",
        'V' => "002640",
        'W' => "0016233640",
        'X' => "0046 4006",
        'Y' => "002340 2326",
        'Z' => "00400646",
        '0' => "103041453616050110",
        '1' => "112026 1636",
        '2' => "01103041420646",
        '3' => "0110304142334445361605 2333",
        '4' => "36300444",
        '5' => "400003334445361605",
        '6' => "413010010516364544331304",
        '7' => "004016",
        '8' => "133342413010010213 1304051636454433",
        '9' => "051636454130100102133342",
        _ => "00400646 00064640",
    }
}
