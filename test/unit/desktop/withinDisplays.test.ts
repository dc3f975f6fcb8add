import { describe, expect, it } from 'vitest';
import { withinDisplays } from '#main/desktop/withinDisplays.ts';

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
