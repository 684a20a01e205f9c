//! An item more in a bounded array, without saying which of them stay.

use schema_core::driver::Update;
use tracker::Task;

fn main() {
    let _ = Update::<Task>::with(|u, f| u.push(f.labels(), "new").keep_all());
    let _ = Update::<Task>::with(|u, f| u.push(f.labels(), "new"));
}
