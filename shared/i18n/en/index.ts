import { addOrders } from './addOrders.ts';
import { alertChannels } from './alertChannels.ts';
import { cli } from './cli.ts';
import { common, laterCommon } from './common.ts';
import {
  conditionAlerts,
  conditionCounts,
  conditionEvents,
  conditionReasons,
  conditionSentences,
  conditionsInShort,
} from './conditions.ts';
import { configuration } from './configuration.ts';
import { connections } from './connections.ts';
import { copies } from './copies.ts';
import { dialogs } from './dialogs.ts';
import { errors } from './errors.ts';
import { exporting } from './export.ts';
import { faults } from './faults.ts';
import { firstStart } from './firstStart.ts';
import { help } from './help.ts';
import { helpful } from './helpful.ts';
import { inbox } from './inbox.ts';
import { keychain } from './keychain.ts';
import { notifications } from './notifications.ts';
import { orderDetails } from './orderDetails.ts';
import { orderList } from './orderList.ts';
import { orders } from './orders.ts';
import { palette } from './palette.ts';
import { places } from './places.ts';
import { presets } from './presets.ts';
import { quick } from './quick.ts';
import { receiver } from './receiver.ts';
import { report } from './report.ts';
import { service } from './service.ts';
import { settings } from './settings.ts';
import { timeline } from './timeline.ts';
import { tray } from './tray.ts';
import { verbs } from './verbs.ts';
import { windowTexts } from './window.ts';

/** The English catalog: the one that defines which texts there are. */
export const en = {
  addOrders,
  alertChannels,
  cli,
  common: { ...common, ...laterCommon },
  conditions: {
    short: conditionsInShort,
    sentence: conditionSentences,
    reason: conditionReasons,
    count: conditionCounts,
    alert: conditionAlerts,
    event: conditionEvents,
  },
  configuration,
  connections,
  copies,
  dialogs,
  errors,
  exporting,
  faults,
  firstStart,
  help: { ...help, ...windowTexts.help },
  helpful,
  inbox: { ...inbox, ...windowTexts.inbox },
  keychain,
  notifications,
  orders: { ...orders, ...orderDetails, ...orderList },
  palette,
  places: { ...places, ...windowTexts.places },
  presets,
  quick,
  receiver,
  report,
  service,
  settings,
  timeline: { ...timeline, ...windowTexts.timeline },
  tray,
  verbs,
} as const;
