//! Values and operators that do not fit the field.

use schema_core::driver::Update;
use tracker::Task;

fn main() {
    let _ = Update::<Task>::with(|u, f| u.set(f.title(), 7));
    let _ = Update::<Task>::with(|u, f| u.inc(f.title(), 1));
    let _ = Update::<Task>::with(|u, f| u.unset(f.title()));
    let _ = Update::<Task>::with(|u, f| u.current_date(f.title()));
}
