import { homedir, userInfo } from 'node:os';
import { basename } from 'node:path';
import type { CommandFailure } from '#main/alerting/alerts/alert.ts';
import { checkCommand, isProgram } from '#main/deployment/copies/command/checkCommand.ts';
import { commandEnvironment } from '#main/deployment/copies/command/commandEnvironment.ts';
import { CopyCommands } from '#main/deployment/copies/command/copyCommands.ts';
import { createNodeCommandRunner } from '#main/deployment/copies/command/nodeCommandRunner.ts';
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
import { commandQuestion } from '#main/platform/consent/questions.ts';
import { createCopyRepository } from '#main/storage/copyRepository.ts';
import type { AlertModule } from './alertModule.ts';
import type { Base } from './base.ts';
import type { ExportModule } from './exportModule.ts';
import type { InboxModule } from './inboxModule.ts';

/** Who looks after the files that exports wrote. */
export interface CopyModule {
  readonly copyBook: CopyBook;
  readonly copies: CopyService;
  readonly copyWriter: CopyWriter;
  readonly copyCommands: CopyCommands;
  readonly copyLooks: CopyLooks;
  readonly copyWatch: CopyWatch;
  readonly freshKeeper: FreshKeeper;
}

/** Creates the register of exported files. */
export function createCopyRegister({ database, clock, newId, logger }: Base): CopyBook {
  return new CopyBook({ repository: createCopyRepository(database), clock, newId, logger });
}

/** Builds the register of exported files, what looks at them, and what keeps them fresh. */
export function createCopyModule(
  base: Base,
  { orderDirectory }: Pick<InboxModule, 'orderDirectory'>,
  copyBook: CopyBook,
  { exports, onDidWrite, onDidProgress }: ExportModule,
  { alerts, board }: Pick<AlertModule, 'alerts' | 'board'>,
): CopyModule {
  const { desktop, lifetime, clock, scheduler, logger } = base;
  const fs = nodeLookFs;
  const home = homedir();
  const order = (id: string) => orderDirectory.get(id);
  const copyLooks = new CopyLooks(copyBook, fs, clock);
  const copyCommands = createCopyCommands(base, copyBook);
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
  // Closed rather than stopped: an export that ends while the app quits is registered too.
  lifetime.close(onDidWrite((bundles) => copies.exported(bundles)));
  lifetime.close(onDidProgress((job) => copyWriter.exportChanged(job)));
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
      alerts.copyRefreshed({ bundleId, orderId, folder, to, outcome, command, at: clock.now() });
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

/** Builds what runs the commands of copies. */
export function createCopyCommands(base: Base, book: CopyBook): CopyCommands {
  const { desktop, lifetime, language, askConsent, environment, clock, scheduler, logger } = base;
  const home = homedir();
  const { platform } = desktop;
  // Windows has it as `Path`.
  const variables = Object.entries(commandEnvironment(environment));
  const [, searchPath = ''] = variables.find(([name]) => name.toUpperCase() === 'PATH') ?? [];
  const commands = new CopyCommands({
    book,
    runner: createNodeCommandRunner({ environment, platform, home, scheduler }),
    check: (command) => checkCommand(command, { platform, searchPath, isProgram }),
    confirm: (command, folder) =>
      askConsent(commandQuestion(language.t, command, { folder, user: userInfo().username, home })),
    clock,
    logger,
  });
  lifetime.stop(commands);
  lifetime.drain('copy commands', () => commands.settled());
  return commands;
}
