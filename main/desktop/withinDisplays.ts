import type { Rectangle } from 'electron';

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

function isInReach({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  return (
    across >= Math.min(IN_REACH.width, width) &&
    y >= area.y - IN_REACH.height &&
    y <= area.y + area.height - IN_REACH.height
  );
}
