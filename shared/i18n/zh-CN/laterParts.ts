import { addOrders } from './addOrders.ts';
import { alertChannels } from './alertChannels.ts';
import { laterCommon } from './common.ts';
import { conditionEvents, conditionSentences } from './conditions.ts';
import { configuration } from './configuration.ts';
import { connections } from './connections.ts';
import { copies } from './copies.ts';
import { errors } from './errors.ts';
import { exporting } from './export.ts';
import { faults } from './faults.ts';
import { firstStart } from './firstStart.ts';
import { help } from './help.ts';
import { helpful } from './helpful.ts';
import { inbox } from './inbox.ts';
import { keychain } from './keychain.ts';
import { orderDetails } from './orderDetails.ts';
import { orderList } from './orderList.ts';
import { palette } from './palette.ts';
import { places } from './places.ts';
import { presets } from './presets.ts';
import { receiver } from './receiver.ts';
import { settings } from './settings.ts';
import { timeline } from './timeline.ts';
import { verbs } from './verbs.ts';

/** The other texts of the window. */
export const laterParts = {
  addOrders,
  alertChannels,
  common: laterCommon,
  conditions: { sentence: conditionSentences, event: conditionEvents },
  configuration,
  connections,
  copies,
  errors,
  exporting,
  faults,
  firstStart,
  help,
  helpful,
  inbox,
  keychain,
  orders: { ...orderDetails, ...orderList },
  palette,
  places,
  presets,
  receiver,
  settings,
  timeline,
  verbs,
};
