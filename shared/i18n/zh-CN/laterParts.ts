import { addOrders } from './addOrders.ts';
import { connections } from './connections.ts';
import { exporting } from './export.ts';
import { firstStart } from './firstStart.ts';
import { help } from './help.ts';
import { presets } from './presets.ts';
import { receiver } from './receiver.ts';
import { settings } from './settings.ts';
import { timeline } from './timeline.ts';

/** The texts of the window that its first rows do not need. */
export const laterParts = {
  addOrders,
  connections,
  exporting,
  firstStart,
  help,
  presets,
  receiver,
  settings,
  timeline,
};
