import { describe, expect, it } from 'vitest';
import { WindowPlace } from '#main/desktop/windowPlace.ts';
import type { WindowBounds } from '#main/settings/preferences/windowBounds.ts';

const bounds = { x: 31, y: 21, width: 801, height: 541 };
const remembered: WindowBounds = { ...bounds, isMaximized: false };
/** As Electron 42 reports bounds at 125 % in a frame of Openbox. */
const at125 = (asked: typeof bounds) => ({
  x: asked.x - 1,
  y: asked.y - 1,
  width: asked.width + 4,
  height: asked.height + 3,
});

describe('the remembered place of a window', () => {
  it('stays the same over starts in which the system adds some pixels', () => {
    const place = new WindowPlace(remembered, bounds);
    expect(place.rests(at125(bounds), false)).toBeNull();
    expect(place.rests(at125(bounds), false)).toBeNull();
  });

  it('is where the user moved it and as large as the user made it, without what the system adds', () => {
    const place = new WindowPlace(remembered, bounds);
    place.rests(at125(bounds), false);
    const wanted = { x: 200, y: 100, width: 900, height: 600 };
    expect(place.rests(at125(wanted), false)).toEqual({ ...wanted, isMaximized: false });
    expect(place.rests(at125(wanted), false)).toBeNull();
    expect(place.rests(at125(bounds), false)).toEqual(remembered);
  });

  it('is where the desktop put the first window, whose size alone was asked for', () => {
    const place = new WindowPlace(null, { width: 801, height: 541 });
    const seen = { x: 240, y: 130, width: 805, height: 544 };
    expect(place.rests(seen, false)).toEqual({ x: 240, y: 130, width: 801, height: 541, isMaximized: false });
  });

  it('is where the user moved a window before it rested for the first time', () => {
    const place = new WindowPlace(remembered, bounds);
    const seen = { ...bounds, x: 400, y: 300 };
    expect(place.rests(seen, false)).toEqual({ ...seen, isMaximized: false });
  });

  it('comes back with a display that was gone, unless the window was moved meanwhile', () => {
    const far = { ...remembered, x: 2400 };
    const place = new WindowPlace(far, bounds);
    expect(place.rests(at125(bounds), false)).toBeNull();
    expect(place.rests(at125(bounds), true)).toEqual({ ...far, isMaximized: true });
    expect(place.rests(at125(bounds), false)).toEqual(far);
    const moved = { ...bounds, x: 100 };
    expect(place.rests(at125(moved), false)).toEqual({ ...moved, isMaximized: false });
  });
});
