import { expect, it } from 'vitest';
import { growsWhenShownAgain, isWayland, mayRefuseDrags } from '#main/desktop/wayland.ts';

it.each([
  [{ XDG_SESSION_TYPE: 'wayland' }, true],
  [{ XDG_SESSION_TYPE: 'tty', WAYLAND_DISPLAY: 'wayland-1' }, true],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, true],
  [{ XDG_SESSION_TYPE: 'x11', WAYLAND_DISPLAY: 'wayland-0' }, false],
  [{ XDG_SESSION_TYPE: 'x11' }, false],
  [{}, false],
])('the session %j is of Wayland: %s', (environment, expected) => {
  expect(isWayland(environment)).toBe(expected);
});

it.each([
  [{ XDG_SESSION_TYPE: 'wayland', XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' }, true],
  [{ XDG_SESSION_TYPE: 'wayland', XDG_CURRENT_DESKTOP: 'KDE' }, false],
  [{ XDG_SESSION_TYPE: 'x11', XDG_CURRENT_DESKTOP: 'GNOME' }, false],
  [{ XDG_SESSION_TYPE: 'wayland' }, false],
])('programs of the session %j may refuse drags, and hidden windows grow: %s', (environment, expected) => {
  expect(mayRefuseDrags(environment)).toBe(expected);
  expect(growsWhenShownAgain(environment)).toBe(expected);
});
