import { homedir } from 'node:os';
import { CopyBook } from '../copies/copyBook.ts';
import { CopyLooks } from '../copies/copyLooks.ts';
import { CopyService } from '../copies/copyService.ts';
import { folderOf, shortPath } from '../copies/copyView.ts';
import { CopyWatch } from '../copies/copyWatch.ts';
import { FreshKeeper } from '../copies/freshKeeper.ts';
import { nodeLookFs } from '../copies/lookFs.ts';
import { tightenFile } from '../copies/tightenFile.ts';
import { createCopyRepository } from '../storage/copyRepository.ts';
import type { AlertParts } from './alertParts.ts';
import type { Base } from './base.ts';
import type { ExportParts } from './composeExports.ts';
import type { InboxParts } from './inboxParts.ts';

/** Who looks after the files that exports wrote. */
export interface CopyParts {
  readonly copies: CopyService;
  readonly copyLooks: CopyLooks;
  readonly copyWatch: CopyWatch;
  readonly freshKeeper: FreshKeeper;
}

/** Builds the register of exported files, what looks at them, and what keeps them fresh. */
export function composeCopies(
  { desktop, database, clock, scheduler, logger, newId }: Base,
  { allOrders }: Pick<InboxParts, 'allOrders'>,
  { exports }: Pick<ExportParts, 'exports'>,
  { alerts, board }: Pick<AlertParts, 'alerts' | 'board'>,
): CopyParts {
  const fs = nodeLookFs;
  const home = homedir();
  const order = (id: string) => allOrders.get(id);
  const book = new CopyBook({ repository: createCopyRepository(database), clock, newId, logger });
  const copyLooks = new CopyLooks(book, fs, clock);
  const copies = new CopyService({
    book,
    looks: copyLooks,
    fs,
    order,
    rewriter: exports,
    tighten: tightenFile,
    showInFolder: (path) => desktop.showInFolder(path),
    home,
    logger,
  });
  const copyWatch = new CopyWatch({ look: () => copies.look(null), clock, scheduler, logger });
  const freshKeeper = new FreshKeeper({
    book,
    fs,
    order,
    refresh: (ids, overwrite) => copies.refresh(ids, overwrite),
    look: (ids) => copies.look(ids),
    tell: ({ bundle, to, outcome }) => {
      const folder = shortPath(folderOf(bundle), home);
      alerts.copyKept({ bundleId: bundle.id, orderId: bundle.orderId, folder, to, outcome });
      board.touch();
    },
    clock,
    scheduler,
    logger,
  });
  return { copies, copyLooks, copyWatch, freshKeeper };
}
