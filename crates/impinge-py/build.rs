//! What the linker needs for a module of Python: on macOS, names that are found only when Python loads it.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
