import type { ExportPart } from './export.ts';

/** Maximum number of destinations of one order in a configuration file, and of those that wait for an export. */
export const DESTINATIONS_OF_ORDER_MAX = 100;

/** Where the files of an order should go, as a configuration file says. No export there was made yet. */
export interface PlannedDestinationView {
  readonly id: string;
  readonly orderId: string;
  readonly presetId: string;
  /** Which files of the preset `pem`; `null`: all of the preset. */
  readonly parts: readonly ExportPart[] | null;
  /** For display: the home folder is `~`. */
  readonly folder: string;
  /** Whether the files are to be updated automatically after the first export. */
  readonly autoRefresh: boolean;
}
