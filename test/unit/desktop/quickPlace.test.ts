import { describe, expect, it } from 'vitest';
import { type Area, type Display, type QuickSurroundings, quickPlace } from '#main/desktop/quickPlace.ts';

type Edge = 'top' | 'bottom' | 'left' | 'right';
const edges: readonly Edge[] = ['top', 'bottom', 'left', 'right'];

const hd = { x: 0, y: 0, width: 1920, height: 1080 };

/** A display with panels of these heights or widths at its edges. */
function display(bounds: Area, taken: Partial<Record<Edge, number>> = {}): Display {
  const { top = 0, bottom = 0, left = 0, right = 0 } = taken;
  const workArea = {
    x: bounds.x + left,
    y: bounds.y + top,
    width: bounds.width - left - right,
    height: bounds.height - top - bottom,
  };
  return { bounds, workArea };
}

const surroundings = (
  displays: QuickSurroundings['displays'],
  more: Partial<QuickSurroundings> = {},
): QuickSurroundings => ({ icon: null, displays, isRightToLeft: false, zoom: 1, ...more });

const iconAt = (x: number, y: number) => ({ x, y, width: 22, height: 22 });
const rightToLeft = { isRightToLeft: true };
const beside = { x: 1920, y: -200, width: 1280, height: 800 };

describe('where the quick window opens', () => {
  it.each<[string, QuickSurroundings, { readonly x: number; readonly y: number }]>([
    [
      'below an icon in a panel at the top',
      surroundings([display(hd, { top: 30 })], { icon: iconAt(1000, 4) }),
      { x: 831, y: 38 },
    ],
    [
      'above an icon in a panel at the bottom',
      surroundings([display(hd, { bottom: 40 })], { icon: iconAt(1000, 1050) }),
      { x: 831, y: 512 },
    ],
    [
      'beside an icon in a panel on the left',
      surroundings([display(hd, { left: 60 })], { icon: iconAt(20, 600) }),
      { x: 68, y: 351 },
    ],
    [
      'beside an icon in a panel on the right, at its end',
      surroundings([display(hd, { right: 60 })], { icon: iconAt(1880, 1040) }),
      { x: 1492, y: 552 },
    ],
    [
      'at the panel with the icon where another one takes the corner',
      surroundings([display(hd, { top: 30, left: 60 })], { icon: iconAt(1880, 4) }),
      { x: 1552, y: 38 },
    ],
    [
      'at the nearest edge where the panel with the icon hides',
      surroundings([display(hd)], { icon: iconAt(1600, 1056) }),
      { x: 1431, y: 552 },
    ],
    [
      'on the display with the icon',
      surroundings([display(hd, { bottom: 40 }), display(beside, { bottom: 40 })], {
        icon: iconAt(3150, 565),
      }),
      { x: 2832, y: 32 },
    ],
    [
      'at the end of a panel at the top, without the place of the icon',
      surroundings([display(hd, { top: 30 })]),
      { x: 1552, y: 38 },
    ],
    [
      'at the end of a panel at the bottom where the host gives an empty place',
      surroundings([display(hd, { bottom: 40 })], { icon: { x: 0, y: 0, width: 0, height: 0 } }),
      { x: 1552, y: 512 },
    ],
    [
      'on the left where the desktop is written from right to left',
      surroundings([display(hd, { bottom: 40 })], rightToLeft),
      { x: 8, y: 512 },
    ],
    ['at the lower end of a panel on the left', surroundings([display(hd, { left: 60 })]), { x: 68, y: 552 }],
    [
      'at the lower end of a panel on the right, whatever the direction',
      surroundings([display(hd, { right: 60 })], rightToLeft),
      { x: 1492, y: 552 },
    ],
    [
      'at the bar rather than at the dock',
      surroundings([display(hd, { top: 30, bottom: 80 })]),
      { x: 1552, y: 38 },
    ],
    [
      'on the display with a panel, also if it is not the primary one',
      surroundings([display(hd), display(beside, { top: 30 })]),
      { x: 2832, y: -162 },
    ],
    [
      'on the primary display if both have panels',
      surroundings([display(hd, { bottom: 40 }), display(beside, { bottom: 40 })]),
      { x: 1552, y: 512 },
    ],
    ['at the bottom where all panels hide', surroundings([display(hd)]), { x: 1552, y: 552 }],
  ])('%s', (_, where, place) => {
    expect(quickPlace(where)).toEqual({ width: 360, height: 520, ...place });
  });

  it('is smaller on a small display', () => {
    const small = display({ x: 0, y: 0, width: 320, height: 400 });
    expect(quickPlace(surroundings([small]))).toEqual({ x: 8, y: 8, width: 304, height: 384 });
  });

  const scales = [1, 1.25, 1.5, 2];
  it.each(scales.flatMap((one) => scales.map((other) => [one, other] as const)))(
    'is inside of the work area, at its panel, beside whatever other display (scales %d and %d)',
    (one, other) => {
      for (const edge of edges) {
        for (const isRightToLeft of [false, true]) {
          // Sizes in device-independent pixels: rounded up where the scale does not divide them.
          const scaled = (length: number, scale: number) => Math.ceil(length / scale);
          const first = display(
            { x: 0, y: 0, width: scaled(1366, one), height: scaled(768, one) },
            { [edge]: scaled(41, one) },
          );
          const second = display({
            x: scaled(1366, one),
            y: -scaled(300, other),
            width: scaled(2560, other),
            height: scaled(1440, other),
          });
          const { x, y, width, height } = quickPlace(surroundings([second, first], { isRightToLeft }));
          const { workArea } = first;
          const gaps = {
            top: y - workArea.y,
            bottom: workArea.y + workArea.height - y - height,
            left: x - workArea.x,
            right: workArea.x + workArea.width - x - width,
          };
          expect([x, y, width, height].every(Number.isInteger)).toBe(true);
          expect(Math.min(...Object.values(gaps))).toBeGreaterThanOrEqual(8);
          expect(gaps[edge]).toBe(8);
        }
      }
    },
  );

  it('is as much larger as its page is enlarged, within the work area', () => {
    const at = (zoom: number) => quickPlace(surroundings([display(hd, { bottom: 40 })], { zoom }));
    expect(at(1.5)).toEqual({ x: 1372, y: 252, width: 540, height: 780 });
    expect(at(4)).toEqual({ x: 472, y: 8, width: 1440, height: 1024 });
  });
});
