use super::*;
use skirmish_board::{Notation, perft};
#[test]
fn counts() {
    let p = Refusal::start();
    assert_eq!(p.format_position(), "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s -");
    println!("{}", p.view());
    for (d, n) in [(1, 11), (2, 121), (3, 1529), (4, 19268)] {
        assert_eq!(perft(&p, d), n);
    }
}
