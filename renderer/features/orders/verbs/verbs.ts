import {
  AlarmClock,
  Bell,
  BellOff,
  Copy,
  Download,
  FileBadge,
  FilePen,
  KeyRound,
  Link2,
  type LucideIcon,
  PanelRight,
  RefreshCw,
  Tag,
  Trash2,
  Waypoints,
} from 'lucide-react';
import { openExportOf, refreshCopies, refreshCopy } from '#renderer/features/deployment/files/copyActions.ts';
import { updateFiles } from '#renderer/features/deployment/steps/FilesStep.tsx';
import { snoozeOrders, unsnoozeOrders } from '#renderer/features/settings/alerts/alertActions.ts';
import type { VerbKey } from '#renderer/hooks/gridKeys.ts';
import { currentApp } from '#renderer/stores/appStore.ts';
import { annotateOrder, openDialog, openOrder } from '#renderer/stores/viewStore.ts';
import { type CopyBundleView, lastDestination, refreshable } from '#shared/domain/copy.ts';
import { filesStep } from '#shared/domain/deploymentSteps.ts';
import { isPushOnly, type OrderRow, serviceKey } from '#shared/domain/order.ts';
import type { MessageKey, Translate } from '#shared/i18n/types.ts';
import { copyKey, copyPem, copyRid, exportOrders, removeOrders, syncOrders } from '../list/orderActions.ts';

type IdOf<Key> = Key extends `verbs.words.${infer Id}` ? Id : never;

/** The name of a verb. It has words in each language that find it in the palette. */
export type VerbId = IdOf<MessageKey>;

/** What can be done with one or several orders, wherever it is offered: keys, menus, palette and help. */
export interface Verb {
  readonly id: VerbId;
  readonly icon: LucideIcon;
  readonly text: (t: Translate) => string;
  /** The key that does it in the list and in the details. */
  readonly key?: VerbKey | 'Enter' | 'Delete';
  readonly isDanger?: true;
  /** Whether it can be done with these orders, at least one. */
  readonly isOffered: (rows: readonly OrderRow[]) => boolean;
  readonly run: (rows: readonly OrderRow[]) => void;
}

const idsOf = (rows: readonly OrderRow[]) => rows.map(({ id }) => id);
const isOne = (rows: readonly OrderRow[]) => rows.length === 1;
const always = () => true;
const hasCertificate = (rows: readonly OrderRow[]) => isOne(rows) && rows[0]?.fingerprint256 !== null;
const isSnoozed = (rows: readonly OrderRow[]) => rows.some(({ snooze }) => snooze !== null);

/** For one order. */
function alone(run: (row: OrderRow) => unknown): Verb['run'] {
  return ([row]) => row !== undefined && void run(row);
}

/** The verbs of a menu, in its groups and its order. */
export const verbGroups: readonly (readonly Verb[])[] = [
  [
    {
      id: 'open',
      icon: PanelRight,
      text: (t) => t('orders.action.open'),
      key: 'Enter',
      isOffered: isOne,
      run: alone(({ id }) => openOrder(id)),
    },
    {
      id: 'export',
      icon: Download,
      text: (t) => t('orders.action.export'),
      key: 'e',
      isOffered: always,
      run: (rows) => exportOrders(idsOf(rows)),
    },
    {
      id: 'update',
      icon: FilePen,
      text: (t) => t('verbs.update'),
      key: 'u',
      isOffered: (rows) => copiesOf(rows).length > 0,
      run: (rows) => void updateFilesOf(rows),
    },
    {
      id: 'sync',
      icon: RefreshCw,
      text: (t) => t('orders.action.sync'),
      key: 's',
      isOffered: (rows) => rows.some((row) => !isPushOnly(row)),
      run: (rows) => syncOrders(idsOf(rows)),
    },
  ],
  [
    {
      id: 'copyChain',
      icon: Link2,
      text: (t) => t('verbs.copyChain'),
      key: 'c',
      isOffered: hasCertificate,
      run: alone(({ id }) => copyPem(id, 'chain')),
    },
    {
      id: 'copyRid',
      icon: Copy,
      text: (t) => t('orders.action.copyRid'),
      isOffered: (rows) => isOne(rows) && rows.every((row) => !isPushOnly(row)),
      run: alone((row) => copyRid(serviceKey(row))),
    },
    {
      id: 'copyName',
      icon: Copy,
      text: (t) => t('inbox.pushOnly.copyName'),
      isOffered: (rows) => isOne(rows) && rows.every(isPushOnly),
      run: alone((row) => copyRid(serviceKey(row))),
    },
  ],
  [
    {
      id: 'snoozeDay',
      icon: BellOff,
      text: (t) => t('verbs.snoozeDay'),
      key: 'z',
      isOffered: (rows) => !isSnoozed(rows),
      run: (rows) => void snoozeOrders(idsOf(rows), 'day'),
    },
    {
      id: 'snoozeWeek',
      icon: BellOff,
      text: (t) => t('verbs.snoozeWeek'),
      isOffered: always,
      run: (rows) => void snoozeOrders(idsOf(rows), 'week'),
    },
    {
      id: 'snoozeRenewal',
      icon: BellOff,
      text: (t) => t('verbs.snoozeRenewal'),
      isOffered: always,
      run: (rows) => void snoozeOrders(idsOf(rows), 'renewal'),
    },
    {
      id: 'unsnooze',
      icon: Bell,
      text: (t) => t('orders.snooze.end'),
      key: 'z',
      isOffered: isSnoozed,
      run: (rows) => void unsnoozeOrders(idsOf(rows)),
    },
  ],
  [
    {
      id: 'thresholds',
      icon: AlarmClock,
      text: (t) => t('verbs.thresholds'),
      isOffered: always,
      run: (rows) => openDialog({ kind: 'thresholds', orderIds: idsOf(rows) }),
    },
    {
      id: 'annotate',
      icon: Tag,
      text: (t) => t('verbs.annotate'),
      isOffered: isOne,
      run: alone(({ id }) => annotateOrder(id)),
    },
  ],
  [
    {
      id: 'remove',
      icon: Trash2,
      text: (t) => t('orders.action.remove'),
      key: 'Delete',
      isDanger: true,
      isOffered: always,
      run: (rows) => removeOrders(idsOf(rows)),
    },
  ],
];

/** Verbs that the menus of rows leave to the details and to the bar of a selection. The palette finds them by what is typed. */
export const rareVerbs: readonly Verb[] = [
  {
    id: 'servers',
    icon: Waypoints,
    text: (t) => t('places.bulk.open'),
    isOffered: always,
    run: (rows) => openDialog({ kind: 'addSuggested', orderIds: idsOf(rows) }),
  },
  {
    id: 'copyLeaf',
    icon: FileBadge,
    text: (t) => t('verbs.copyLeaf'),
    isOffered: hasCertificate,
    run: alone(({ id }) => copyPem(id, 'leaf')),
  },
  {
    id: 'copyKey',
    icon: KeyRound,
    text: (t) => t('verbs.copyKey'),
    isOffered: hasCertificate,
    run: alone(({ id }) => copyKey(id)),
  },
];

export const verbs: readonly Verb[] = [...verbGroups.flat(), ...rareVerbs];

/** Does the verb of a key with these orders, if there is one that can be done. */
export function runVerb(key: VerbKey, ids: readonly string[]): void {
  const orders = currentApp()?.orders;
  const rows = ids.flatMap((id) => orders?.get(id) ?? []);
  if (rows.length > 0) verbs.find((verb) => verb.key === key && verb.isOffered(rows))?.run(rows);
}

function copiesOf(rows: readonly OrderRow[]): readonly CopyBundleView[] {
  const ids = new Set(idsOf(rows));
  return (currentApp()?.copies ?? []).filter(({ orderId }) => ids.has(orderId));
}

/** Updates the exported files of one order with its questions, of several without those that would ask. */
async function updateFilesOf(rows: readonly OrderRow[]): Promise<void> {
  const copies = copiesOf(rows);
  if (rows.length > 1) return refreshCopies(refreshable(copies));
  const { action } = filesStep(copies);
  if (action?.kind === 'update' || action?.kind === 'ask') return updateFiles(action);
  if (action?.kind === 'exportAgain') return openExportOf(action.copy);
  const last = lastDestination(copies);
  if (last !== null) await refreshCopy(last);
}
