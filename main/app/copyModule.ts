import { homedir } from 'node:os';
import { basename } from 'node:path';
import type { CommandFailure } from '#main/alerting/alerts/alert.ts';
import { type AutoRefreshed, AutoRefresher } from '#main/deployment/copies/autoRefresher.ts';
import { BackupPruner } from '#main/deployment/copies/backupPruner.ts';
import { folderOf } from '#main/deployment/copies/copyRecord.ts';
import type { CopyRegistry } from '#main/deployment/copies/copyRegistry.ts';
import { CopyService } from '#main/deployment/copies/copyService.ts';
import { shortPath } from '#main/deployment/copies/copyView.ts';
import { CopyWatch } from '#main/deployment/copies/copyWatch.ts';
import { CopyWriter } from '#main/deployment/copies/copyWriter.ts';
import { nodeReadOnlyFs, tightenFile } from '#main/deployment/copies/fileCheck.ts';
import { ReloadCommands } from '#main/deployment/copies/reloadCommands.ts';
import { datedNow } from '#main/platform/confirmedClock.ts';
import { isRunFine } from '#shared/domain/programRun.ts';
import type { AlertModule } from './alertModule.ts';
import type { Base } from './base.ts';
import type { CopyRegistryModule, ExportModule } from './exportModule.ts';
import type { InboxModule } from './inboxModule.ts';
import { createUserPrograms } from './userPrograms.ts';

const questions = () => import('#main/deployment/copies/questions.ts');

export type CopyModule = ReturnType<typeof createCopyModule>;

export function createCopyModule(
  base: Base,
  { orderList }: InboxModule,
  { copyRegistry: registry, copyVerifier: verifier }: CopyRegistryModule,
  { exports, onDidFinishExport, settleLeft }: ExportModule,
  { alerts, ticker }: AlertModule,
) {
  const { desktop, lifetime, clock, confirmedClock, scheduler, logger } = base;
  const fs = nodeReadOnlyFs;
  const home = homedir();
  const order = (id: string) => orderList.get(id);
  const reloadCommands = createReloadCommands(base, registry);
  const copyWriter = new CopyWriter({
    registry,
    verifier,
    fs,
    exports,
    settleLeft,
    logger,
    commands: reloadCommands,
  });
  // Closed rather than stopped: an export may end while the app quits.
  lifetime.close(onDidFinishExport((exported) => copyWriter.exported(exported)));
  const fact = (id: string) => orderList.fact(id);
  const hasOrder = (id: string) => fact(id) !== null;
  const pruner = new BackupPruner({ registry, exports, hasOrder, confirmedClock, logger });
  const copies = new CopyService({
    registry,
    verifier,
    fs,
    order: fact,
    pruner,
    commands: reloadCommands,
    tighten: tightenFile,
    showInFolder: (path) => desktop.showInFolder(path),
    home,
  });
  const verify = async () => {
    await pruner.prune();
    await copies.verify(null);
  };
  const copyWatch = new CopyWatch({ verify, clock, scheduler, logger });
  lifetime.stop(copyWatch);
  const autoRefresher = new AutoRefresher({
    registry,
    fs,
    order,
    writer: copyWriter,
    settleLeft,
    isChanged: (id) => verifier.isChanged(id),
    verify: (ids) => verifier.verify(ids),
    clock,
    scheduler,
    logger,
  });
  autoRefresher.onDidRefresh((update) => {
    const { bundle, to, outcome } = update;
    const folder = shortPath(folderOf(bundle), home);
    const command = outcome === 'commandFailed' ? failureOf(update) : null;
    const { id: bundleId, orderId } = bundle;
    alerts.copyRefreshed({
      bundleId,
      orderId,
      folder,
      to,
      outcome,
      command,
      at: datedNow(clock, confirmedClock),
    });
    ticker.invalidate();
  });
  lifetime.stop(autoRefresher);
  lifetime.drain('automatic updates', () => autoRefresher.settled());
  /** How the last run of a copy's command failed; `null`: it did not, or it did not run. */
  const failedCommand = (id: string) => {
    const bundle = registry.find(id);
    return bundle === null ? null : failureOf({ bundle, run: reloadCommands.lastRun(id) });
  };
  return { copies, copyWatch, copyWriter, reloadCommands, failedCommand, autoRefresher };
}

function failureOf({ bundle, run }: Pick<AutoRefreshed, 'bundle' | 'run'>): CommandFailure | null {
  if (run?.kind !== 'ended' || isRunFine(run)) return null;
  return { program: basename(bundle.command?.[0] ?? ''), outcome: run.outcome };
}

function createReloadCommands(base: Base, registry: CopyRegistry): ReloadCommands {
  const { lifetime, language, askConsent, clock, logger } = base;
  const { runner, check, place } = createUserPrograms(base);
  const commands = new ReloadCommands({
    registry,
    runner,
    check,
    confirm: async (command, folders) =>
      askConsent((await questions()).reloadCommandQuestion(language.t, command, { folders, ...place() })),
    clock,
    logger,
  });
  lifetime.stop(commands);
  lifetime.drain('reload commands', () => commands.settled());
  return commands;
}
