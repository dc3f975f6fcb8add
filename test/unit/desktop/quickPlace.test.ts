import { describe, expect, it } from 'vitest';
import { type QuickSurroundings, quickPlace } from '#main/desktop/quickPlace.ts';

const bounds = { x: 0, y: 0, width: 1920, height: 1080 };
const topBar = { bounds, workArea: { x: 0, y: 30, width: 1920, height: 1050 } };
const bottomBar = { bounds, workArea: { x: 0, y: 0, width: 1920, height: 1040 } };
const second = {
  bounds: { x: 1920, y: -200, width: 1280, height: 800 },
  workArea: { x: 1920, y: -200, width: 1280, height: 760 },
};
const pointer = { x: 10, y: 10 };
const size = { width: 360, height: 520 };
const iconAt = (x: number, y: number) => ({ x, y, width: 22, height: 22 });

describe('where the quick window opens', () => {
  it.each<[string, QuickSurroundings, object]>([
    [
      'below an icon in a bar at the top',
      { icon: iconAt(1000, 4), pointer, display: topBar },
      { x: 831, y: 38 },
    ],
    [
      'above an icon in a bar at the bottom',
      { icon: iconAt(1000, 1050), pointer, display: bottomBar },
      { x: 831, y: 512 },
    ],
    [
      'inside the work area at its edge',
      { icon: iconAt(1890, 4), pointer, display: topBar },
      { x: 1552, y: 38 },
    ],
    [
      'on the display with the icon',
      { icon: iconAt(3150, 565), pointer, display: second },
      { x: 2832, y: 32 },
    ],
    [
      'in the corner next to the pointer, without the icon’s place',
      { icon: null, pointer: { x: 1500, y: 900 }, display: bottomBar },
      { x: 1552, y: 512 },
    ],
    [
      'in that corner where the host gives an empty place',
      { icon: { x: 0, y: 0, width: 0, height: 0 }, pointer, display: topBar },
      { x: 8, y: 38 },
    ],
  ])('%s', (_, surroundings, place) => {
    expect(quickPlace(surroundings)).toEqual({ ...size, ...place });
  });

  it('is smaller on a small display', () => {
    const small = { x: 0, y: 0, width: 320, height: 400 };
    const display = { bounds: small, workArea: small };
    expect(quickPlace({ icon: null, pointer, display })).toEqual({ x: 8, y: 8, width: 304, height: 384 });
  });
});
