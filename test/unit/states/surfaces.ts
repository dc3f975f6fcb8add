import { events, metrics, notification, quick, report, tray } from './mainSurfaces.ts';
import { check, failWithin, json, status } from './terminalSurfaces.ts';
import { details, list, timeline } from './windowSurfaces.ts';
import type { World } from './world.ts';

/** What each surface says of a world, in the order of the table. Empty: nothing. */
export const surfaces = {
  list,
  tray,
  quick,
  details,
  timeline,
  notification,
  events,
  status,
  failWithin,
  check,
  json,
  metrics,
  report,
} satisfies Readonly<Record<string, (world: World) => string | Promise<string>>>;

export type Surface = keyof typeof surfaces;

export const surfaceNames = Object.keys(surfaces) as readonly Surface[];
