//! Counts the legal turns at the start, and leaves with their number as its exit status.
#![no_std]
#![no_main]

use core::panic::PanicInfo;

use jarmo_core::{Position, Rules};

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

// `core` comes built for unwinding and names this; nothing calls it.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

// What the linker brings along of the C library starts the program and copies memory.
#[link(name = "c")]
unsafe extern "C" {}

// The C runtime starts the program here.
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let rules = Rules::BRAINKING;
    Position::start(&rules).turn_count(&rules) as i32
}
