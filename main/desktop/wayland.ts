import type { SessionEnvironment } from '#main/platform/busAddress.ts';
import { isDesktop } from '#main/platform/desktopName.ts';

/** Whether programs of this session cannot take keys by themselves. */
export function isWayland({
  XDG_SESSION_TYPE: type,
  WAYLAND_DISPLAY: display = '',
}: SessionEnvironment): boolean {
  // A compositor that was started in a terminal leaves the type of that.
  return type === 'wayland' || (type !== 'x11' && display !== '');
}

/**
 * Whether programs of this session may refuse files that are dragged to them, without a word: those of GTK 4, such as GNOME's
 * Files, take another kind of data first, which Chromium offers on Wayland and does not give.
 */
export function mayRefuseDrags(environment: SessionEnvironment): boolean {
  return isGnomeOnWayland(environment);
}

/**
 * Whether a hidden window comes back larger than it was: where Chromium draws the frame, it counts its shadow once more each
 * time, and a size that is set afterwards does not reach the desktop (Electron 42 on GNOME 48).
 */
export function growsWhenShownAgain(environment: SessionEnvironment): boolean {
  return isGnomeOnWayland(environment);
}

function isGnomeOnWayland(environment: SessionEnvironment): boolean {
  return isWayland(environment) && isDesktop(environment, 'GNOME');
}
