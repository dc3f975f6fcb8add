import type { Command } from './command.ts';
import { check } from './commands/check.ts';
import { completion } from './commands/completion.ts';
import { configExample } from './commands/configExample.ts';
import { configExport } from './commands/configExport.ts';
import { configImport } from './commands/configImport.ts';
import { connectionsAdd } from './commands/connectionsAdd.ts';
import { connectionsList } from './commands/connectionsList.ts';
import { connectionsRemove } from './commands/connectionsRemove.ts';
import { destinationsList } from './commands/destinationsList.ts';
import { destinationsRemove } from './commands/destinationsRemove.ts';
import { endpointsAdd } from './commands/endpointsAdd.ts';
import { endpointsRemove } from './commands/endpointsRemove.ts';
import { eventsTest } from './commands/eventsTest.ts';
import { exportFiles } from './commands/export.ts';
import { hooksAdd } from './commands/hooksAdd.ts';
import { hooksList } from './commands/hooksList.ts';
import { metrics } from './commands/metrics.ts';
import { ordersAccept } from './commands/ordersAccept.ts';
import { ordersAdd } from './commands/ordersAdd.ts';
import { ordersAlias } from './commands/ordersAlias.ts';
import { ordersList } from './commands/ordersList.ts';
import { ordersNote } from './commands/ordersNote.ts';
import { ordersRemove } from './commands/ordersRemove.ts';
import { ordersTag } from './commands/ordersTag.ts';
import { presetsList } from './commands/presetsList.ts';
import { presetsShow } from './commands/presetsShow.ts';
import { probe } from './commands/probe.ts';
import { quick } from './commands/quick.ts';
import { receive } from './commands/receive.ts';
import { run } from './commands/run.ts';
import { status } from './commands/status.ts';
import { sync } from './commands/sync.ts';
import { thresholds } from './commands/thresholds.ts';
import { update } from './commands/update.ts';

/** All commands, in the order of the help. */
export const commandList: readonly Command[] = [
  status,
  check,
  metrics,
  sync,
  update,
  exportFiles,
  probe,
  receive,
  run,
  quick,
  ordersList,
  ordersAdd,
  ordersRemove,
  ordersAlias,
  ordersAccept,
  ordersTag,
  ordersNote,
  thresholds,
  connectionsList,
  connectionsAdd,
  connectionsRemove,
  endpointsAdd,
  endpointsRemove,
  destinationsList,
  destinationsRemove,
  presetsList,
  presetsShow,
  hooksList,
  hooksAdd,
  eventsTest,
  configExport,
  configImport,
  configExample,
  completion,
];

/** The command that a command line begins with. A name can have two words. @returns `null` if there is none */
export function commandAt(words: readonly string[]): Command | null {
  return (
    commandList.find(({ name }) => name.split(' ').every((word, index) => word === words[index])) ?? null
  );
}

/** The commands whose names begin with this word and have a second one; none: it is no group. */
export function commandsOfGroup(word: string): readonly Command[] {
  return commandList.filter(({ name }) => name.startsWith(`${word} `));
}
