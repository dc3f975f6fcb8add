import {
  CircleCheck,
  Download,
  ExternalLink,
  FilePen,
  KeyRound,
  Link,
  LockKeyhole,
  type LucideIcon,
  RefreshCw,
  ScanSearch,
  SquareTerminal,
} from 'lucide-react';
import { checkNow } from '#renderer/features/deployment/endpoints/checkNow.ts';
import {
  checkCopies,
  openExportOf,
  runCommand,
  tightenCopies,
} from '#renderer/features/deployment/files/copyActions.ts';
import { updateFiles } from '#renderer/features/deployment/steps/FilesStep.tsx';
import { openDialog, openOrder, revealInbox } from '#renderer/stores/viewStore.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import { commandToRun } from '#shared/domain/helpfulAction.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import { exportOrders, openConsole, syncOrders } from '../list/orderActions.ts';
import type { Help } from './useHelp.ts';

/** The picture of an action where its words have no room. */
export const helpIcons: Readonly<Record<HelpfulAction, LucideIcon>> = {
  replaceToken: KeyRound,
  enterToken: KeyRound,
  link: Link,
  console: ExternalLink,
  sync: RefreshCw,
  review: CircleCheck,
  update: FilePen,
  exportAgain: Download,
  tighten: LockKeyhole,
  run: SquareTerminal,
  check: ScanSearch,
  checkFiles: ScanSearch,
  export: Download,
};

/** Does what helps an order. Its promise ends with the work. */
export async function help(
  row: OrderRow,
  action: HelpfulAction,
  { deployment: { copies, files }, delivery }: Omit<Help, 'action'>,
): Promise<void> {
  switch (action) {
    case 'replaceToken':
    case 'enterToken':
      return openDialog({ kind: 'token', connectionId: sourceId(row) });
    case 'link':
      return revealInbox(delivery?.id ?? null);
    case 'console':
      return openConsole(sourceId(row));
    case 'sync':
      return syncOrders([row.id]);
    case 'review':
      return openOrder(row.id);
    case 'update':
      if (files.action?.kind === 'update' || files.action?.kind === 'ask') return updateFiles(files.action);
      return;
    case 'exportAgain':
      if (files.action?.kind === 'exportAgain') openExportOf(files.action.copy);
      return;
    case 'tighten':
      if (files.action?.kind === 'tighten') return tightenCopies(files.action.copies);
      return;
    case 'run': {
      const copy = commandToRun(copies);
      return copy === null ? undefined : runCommand(copy);
    }
    case 'check':
      return checkNow({ orderIds: [row.id] });
    case 'checkFiles':
      return checkCopies(copies);
    case 'export':
      return exportOrders([row.id]);
  }
}
