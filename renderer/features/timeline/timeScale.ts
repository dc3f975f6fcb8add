/** A period of time, Unix ms. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Maps a range of time to pixels, from left to right. */
export interface TimeScale extends Period {
  readonly pxPerMs: number;
  /** Width of the whole range, in pixels. */
  readonly width: number;
}

export interface Extent {
  readonly left: number;
  readonly width: number;
}

/** The smallest width of a part, in pixels, so that it stays visible. */
const LEAST_WIDTH = 3;

export function timeScale({ from, to }: Period, pxPerMs: number): TimeScale {
  return { from, to, pxPerMs, width: Math.max(0, to - from) * pxPerMs };
}

/** The position of a moment in pixels, clamped to the range. */
export function xOf(scale: TimeScale, moment: number): number {
  return (Math.min(scale.to, Math.max(scale.from, moment)) - scale.from) * scale.pxPerMs;
}

/** The moment at a position in pixels, clamped to the range. */
export function momentAt(scale: TimeScale, x: number): number {
  return Math.min(scale.to, Math.max(scale.from, scale.from + x / scale.pxPerMs));
}

/** Whether a moment is in a period, including its ends. */
export function isWithin({ from, to }: Period, moment: number): boolean {
  return moment >= from && moment <= to;
}

export function meets(a: Period, b: Period): boolean {
  return a.from <= b.to && b.from <= a.to;
}

/** The part of the scale that a period covers, clamped to the range and wide enough to be visible. */
export function extentOf(scale: TimeScale, { from, to }: Period): Extent {
  const start = xOf(scale, from);
  const width = Math.max(LEAST_WIDTH, xOf(scale, to) - start);
  return { left: Math.max(0, Math.min(start, scale.width - width)), width };
}
