import { homedir } from 'node:os';
import { basename } from 'node:path';
import type { CommandFailure } from '#main/alerting/alerts/alert.ts';
import type { CopyCommands } from '#main/deployment/copies/command/copyCommands.ts';
import { CopyBook } from '#main/deployment/copies/copyBook.ts';
import { CopyLooks } from '#main/deployment/copies/copyLooks.ts';
import { CopyService } from '#main/deployment/copies/copyService.ts';
import { folderOf, shortPath } from '#main/deployment/copies/copyView.ts';
import { CopyWatch } from '#main/deployment/copies/copyWatch.ts';
import { CopyWriter } from '#main/deployment/copies/copyWriter.ts';
import { FormerTidy } from '#main/deployment/copies/formerTidy.ts';
import { FreshKeeper, type KeptFresh } from '#main/deployment/copies/freshKeeper.ts';
import { nodeLookFs } from '#main/deployment/copies/lookFs.ts';
import { tightenFile } from '#main/deployment/copies/tightenFile.ts';
import { createCopyRepository } from '#main/storage/copyRepository.ts';
import type { AlertParts } from './alertParts.ts';
import type { Base } from './base.ts';
import { composeCommands } from './commandParts.ts';
import type { ExportParts } from './composeExports.ts';
import type { InboxParts } from './inboxParts.ts';

/** Who looks after the files that exports wrote. */
export interface CopyParts {
  readonly copyBook: CopyBook;
  readonly copies: CopyService;
  readonly copyWriter: CopyWriter;
  readonly copyCommands: CopyCommands;
  readonly copyLooks: CopyLooks;
  readonly copyWatch: CopyWatch;
  readonly freshKeeper: FreshKeeper;
}

/** Builds the register of exported files, what looks at them, and what keeps them fresh. */
export function composeCopies(
  base: Base,
  { allOrders }: Pick<InboxParts, 'allOrders'>,
  { exports }: Pick<ExportParts, 'exports'>,
  { alerts, board }: Pick<AlertParts, 'alerts' | 'board'>,
): CopyParts {
  const { desktop, lifetime, database, clock, scheduler, logger, newId } = base;
  const fs = nodeLookFs;
  const home = homedir();
  const order = (id: string) => allOrders.get(id);
  const copyBook = new CopyBook({ repository: createCopyRepository(database), clock, newId, logger });
  const copyLooks = new CopyLooks(copyBook, fs, clock);
  const copyCommands = composeCommands(base, copyBook);
  const copyWriter = new CopyWriter({
    book: copyBook,
    looks: copyLooks,
    fs,
    rewriter: exports,
    formers: exports,
    commands: copyCommands,
    logger,
  });
  const tidy = new FormerTidy({
    book: copyBook,
    formers: exports,
    hasOrder: (id) => order(id) !== null,
    clock,
    logger,
  });
  const copies = new CopyService({
    book: copyBook,
    looks: copyLooks,
    fs,
    order,
    writer: copyWriter,
    tidy,
    commands: copyCommands,
    tighten: tightenFile,
    showInFolder: (path) => desktop.showInFolder(path),
    home,
    logger,
  });
  const look = async () => {
    await tidy.tidy();
    await copies.look(null);
  };
  const copyWatch = new CopyWatch({ look, clock, scheduler, logger });
  lifetime.stop(copyWatch);
  const freshKeeper = new FreshKeeper({
    book: copyBook,
    fs,
    order,
    refresh: (ids, overwrite) => copies.refresh(ids, overwrite, null),
    look: (ids) => copies.look(ids),
    tell: (kept) => {
      const { bundle, to, outcome } = kept;
      const folder = shortPath(folderOf(bundle), home);
      const command = failureOf(kept);
      const { id: bundleId, orderId } = bundle;
      alerts.copyKept({ bundleId, orderId, folder, to, outcome, command, at: clock.now() });
      board.touch();
    },
    clock,
    scheduler,
    logger,
  });
  lifetime.stop(freshKeeper);
  lifetime.drain('automatic updates', () => freshKeeper.settled());
  return { copyBook, copies, copyLooks, copyWatch, copyWriter, copyCommands, freshKeeper };
}

/** How the command of a copy ended that was kept fresh, as the alert has it. */
function failureOf({ bundle, outcome, run }: KeptFresh): CommandFailure | null {
  if (outcome !== 'commandFailed' || run?.kind !== 'ended') return null;
  return { program: basename(bundle.command?.[0] ?? ''), outcome: run.outcome };
}
