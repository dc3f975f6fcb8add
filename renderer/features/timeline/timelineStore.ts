import { create } from 'zustand';
import { steppedZoom, type Zoom } from './zoom.ts';

/** How a person looks at the timeline, for as long as the window is open. */
export interface TimelineState {
  readonly zoom: Zoom;
  /** Whether the same is shown as a table. */
  readonly isTable: boolean;
  /** The moment in the middle, Unix ms; `null`: a little after today. */
  readonly centre: number | null;
}

const initialTimeline: TimelineState = { zoom: 'year', isTable: false, centre: null };

export const useTimelineStore = create<TimelineState>()(() => initialTimeline);

/** Shows so much time at once. */
export function setZoom(zoom: Zoom): void {
  useTimelineStore.setState({ zoom });
}

/** Shows less time (-1) or more (1). */
export function stepZoom(step: -1 | 1): void {
  useTimelineStore.setState(({ zoom }) => ({ zoom: steppedZoom(zoom, step) }));
}

/** Shows today. */
export function showToday(): void {
  useTimelineStore.setState({ centre: null });
}
