import type { Rectangle } from 'electron';

/** A window's size until the user changes it, and the smallest one that the user can give it, where the display has room. */
const FIRST_SIZE = { width: 1100, height: 720 } as const;
const LEAST_SIZE = { width: 760, height: 520 } as const;

/** Desktops maximize a new window that takes nearly all of the work area (GNOME: 80 % of it, with the frame). */
const FIRST_SHARE = 0.85;

/** What stays in reach of the pointer, in pixels: enough of the title bar to drag the window. */
const IN_REACH = { width: 120, height: 40 } as const;

/**
 * Bounds for a window that was at `bounds`, on displays that may have changed since: not larger than its display, and back
 * in the middle of the first one if its title bar could not be reached.
 * @param workAreas of the displays, at least one; the first one is the primary's
 */
export function withinDisplays(bounds: Rectangle, workAreas: readonly Rectangle[]): Rectangle {
  const home = workAreas.find((area) => isInReach(bounds, area));
  const area = home ?? workAreas[0] ?? bounds;
  const width = Math.min(bounds.width, area.width);
  const height = Math.min(bounds.height, area.height);
  if (home !== undefined) return { x: bounds.x, y: Math.max(bounds.y, area.y), width, height };
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
    width,
    height,
  };
}

/** The size of a window that has no bounds yet. @param primary the work area of the primary display, and of others */
export function firstSize([primary]: readonly [Rectangle, ...Rectangle[]]): Pick<
  Rectangle,
  'width' | 'height'
> {
  return {
    width: Math.min(FIRST_SIZE.width, Math.round(primary.width * FIRST_SHARE)),
    height: Math.min(FIRST_SIZE.height, Math.round(primary.height * FIRST_SHARE)),
  };
}

/** The smallest size of a window: one that its page is made for, but never more than the smallest display has. */
export function leastSize(workAreas: readonly Rectangle[]): {
  readonly minWidth: number;
  readonly minHeight: number;
} {
  return {
    minWidth: Math.min(LEAST_SIZE.width, ...workAreas.map(({ width }) => width)),
    minHeight: Math.min(LEAST_SIZE.height, ...workAreas.map(({ height }) => height)),
  };
}

function isInReach({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  return (
    across >= Math.min(IN_REACH.width, width) &&
    y >= area.y - IN_REACH.height &&
    y <= area.y + area.height - IN_REACH.height
  );
}
