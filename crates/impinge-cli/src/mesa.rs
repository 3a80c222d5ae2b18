//! Mesa's layer that asks the desktop for its graphics device. Where there is no desktop, the library it asks with prints an error on standard
//! error, though nothing is wrong.
//!
//! A variable keeps the layer out, but those of a running process cannot be set safely: the command restarts itself with it, before it has
//! read or written anything.

/// Restarts the command without the layer, where that would print; returns where it would not, or where restarting fails.
#[cfg(all(unix, feature = "gpu"))]
pub fn keep_quiet() {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;
    /// Keeps the layer out.
    const SWITCH: &str = "NODEVICE_SELECT";
    /// Who sets one of these wants the layer to choose, or it is out already.
    const WANTED: [&str; 4] =
        [SWITCH, "MESA_VK_DEVICE_SELECT", "MESA_VK_DEVICE_SELECT_FORCE_DEFAULT_DEVICE", "DRI_PRIME"];
    let has_desktop = env::var("XDG_RUNTIME_DIR").is_ok_and(|folder| folder.starts_with('/'));
    if has_desktop || WANTED.iter().any(|name| env::var_os(name).is_some()) {
        return;
    }
    let (Ok(this), mut words) = (env::current_exe(), env::args_os()) else { return };
    let name = words.next().unwrap_or_else(|| this.clone().into_os_string());
    // Returns only if it fails, and then all there is to lose is quiet.
    let _ = Command::new(this).arg0(name).args(words).env(SWITCH, "1").exec();
}

/// Nothing is drawn, or by no driver of Mesa's.
#[cfg(not(all(unix, feature = "gpu")))]
pub fn keep_quiet() {}
