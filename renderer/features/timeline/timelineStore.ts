import { create } from 'zustand';
import { DAY_MS } from '#shared/domain/thresholds.ts';

/** View state of the timeline, kept while the window is open. */
interface TimelineState {
  readonly zoom: Zoom;
  /** The moment in the centre, Unix ms; `null` for a little after today. */
  readonly centre: number | null;
}

export const useTimelineStore = create<TimelineState>()(() => ({
  zoom: 'year',
  centre: null,
}));

export function setZoom(zoom: Zoom): void {
  useTimelineStore.setState({ zoom });
}

/** Zooms in (-1) or out (1), unless it is at the end. */
export function stepZoom(step: -1 | 1): void {
  useTimelineStore.setState(({ zoom }) => ({ zoom: zooms[zooms.indexOf(zoom) + step] ?? zoom }));
}

export function showToday(): void {
  useTimelineStore.setState({ centre: null });
}

/** The zoom levels, from the shortest visible time to the longest. */
export const zooms = ['week', 'month', 'year'] as const;
export type Zoom = (typeof zooms)[number];

const spanDays: Readonly<Record<Zoom, number>> = { week: 7, month: 31, year: 366 };

/** The visible time at a zoom level, in milliseconds. */
export function spanOf(zoom: Zoom): number {
  return spanDays[zoom] * DAY_MS;
}
