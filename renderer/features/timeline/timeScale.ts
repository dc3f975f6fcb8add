/** From one moment to another, Unix ms. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** A range of time laid out from left to right. */
export interface TimeScale extends Period {
  readonly pxPerMs: number;
  /** Of the whole range, in pixels. */
  readonly width: number;
}

/** A part of the scale in pixels. */
export interface Extent {
  readonly left: number;
  readonly width: number;
}

/** What is shorter is drawn this wide (pixels), or nobody would see it. */
const LEAST_WIDTH = 3;

/** Lays a range out at so many pixels per millisecond. */
export function timeScale({ from, to }: Period, pxPerMs: number): TimeScale {
  return { from, to, pxPerMs, width: Math.max(0, to - from) * pxPerMs };
}

/** Where a moment is, in pixels from the beginning; moments outside the range are at its ends. */
export function xOf(scale: TimeScale, moment: number): number {
  return (Math.min(scale.to, Math.max(scale.from, moment)) - scale.from) * scale.pxPerMs;
}

/** The moment at so many pixels, within the range. */
export function momentAt(scale: TimeScale, x: number): number {
  return Math.min(scale.to, Math.max(scale.from, scale.from + x / scale.pxPerMs));
}

/** Whether a moment lies in a period, its ends included. */
export function isWithin({ from, to }: Period, moment: number): boolean {
  return moment >= from && moment <= to;
}

/** Whether two periods share a moment. */
export function meets(a: Period, b: Period): boolean {
  return a.from <= b.to && b.from <= a.to;
}

/** The part of the scale that a period takes: never outside of it, and never too narrow to be seen. */
export function extentOf(scale: TimeScale, { from, to }: Period): Extent {
  const start = xOf(scale, from);
  const width = Math.max(LEAST_WIDTH, xOf(scale, to) - start);
  return { left: Math.max(0, Math.min(start, scale.width - width)), width };
}
