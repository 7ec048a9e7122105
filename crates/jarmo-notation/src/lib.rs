//! x
mod position;
mod turn;
pub use position::*;
pub use turn::*;
