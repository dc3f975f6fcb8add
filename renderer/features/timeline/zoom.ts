import { DAY_MS } from '#shared/domain/thresholds.ts';

/** How much time the timeline shows at once, the closest first. */
export const zooms = ['week', 'month', 'year'] as const;
export type Zoom = (typeof zooms)[number];

const spanDays: Readonly<Record<Zoom, number>> = { week: 7, month: 31, year: 366 };

/** The time that fits between the edges, in milliseconds. */
export function spanOf(zoom: Zoom): number {
  return spanDays[zoom] * DAY_MS;
}

/** The next closer (-1) or wider (1) zoom; the outermost stay. */
export function steppedZoom(zoom: Zoom, step: -1 | 1): Zoom {
  return zooms[zooms.indexOf(zoom) + step] ?? zoom;
}
