import { describe, expect, it } from 'vitest';
import { firstSize, leastSize, withinDisplays } from '#main/desktop/withinDisplays.ts';

const primary = { x: 0, y: 0, width: 1920, height: 1040 };
const right = { x: 1920, y: 0, width: 1280, height: 1024 };
const bounds = { x: 2000, y: 100, width: 1000, height: 700 };

describe('withinDisplays', () => {
  it('keeps a window where it was, also partly beside its display', () => {
    expect(withinDisplays(bounds, [primary, right])).toEqual(bounds);
    const beside = { ...bounds, x: 1700 };
    expect(withinDisplays(beside, [primary])).toEqual(beside);
    expect(withinDisplays({ ...bounds, x: -800, y: 900 }, [primary])).toEqual({ ...bounds, x: -800, y: 900 });
  });

  it('puts a window whose display is gone into the middle of the first one', () => {
    expect(withinDisplays(bounds, [primary])).toEqual({ x: 460, y: 170, width: 1000, height: 700 });
    expect(withinDisplays({ ...bounds, x: 100, y: 2000 }, [primary])).toMatchObject({ x: 460, y: 170 });
    expect(withinDisplays({ ...bounds, x: 100, y: -600 }, [primary])).toMatchObject({ x: 460, y: 170 });
  });

  it('makes a window not larger than its display', () => {
    const large = { x: 0, y: 0, width: 2560, height: 1400 };
    expect(withinDisplays(large, [primary])).toEqual(primary);
    expect(withinDisplays({ ...large, x: 5000 }, [right])).toEqual(right);
  });

  it('puts a title bar above the display back on it', () => {
    expect(withinDisplays({ ...bounds, x: 10, y: -20 }, [primary])).toMatchObject({ x: 10, y: 0 });
  });
});

describe('the size of a window', () => {
  it.each([
    ['a large display', primary, { width: 1100, height: 720 }],
    [
      'one that it would nearly fill',
      { x: 0, y: 32, width: 1280, height: 768 },
      { width: 1088, height: 653 },
    ],
    ['a small one', { x: 0, y: 0, width: 1024, height: 614 }, { width: 870, height: 522 }],
  ])('is at first not nearly all of %s', (_, workArea, size) => {
    expect(firstSize([workArea, right])).toEqual(size);
  });

  it('can be as small as the smallest display', () => {
    expect(leastSize([primary, right])).toEqual({ minWidth: 760, minHeight: 520 });
    expect(leastSize([primary, { x: 0, y: 0, width: 853, height: 480 }])).toEqual({
      minWidth: 760,
      minHeight: 480,
    });
  });
});
