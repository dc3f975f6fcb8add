import {
  AlarmClock,
  Bell,
  BellOff,
  Copy,
  Download,
  ExternalLink,
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
import { isPushOnly, type OrderRow, serviceKey, sourceId } from '#shared/domain/order.ts';
import type { MessageKey, Translate } from '#shared/i18n/types.ts';
import {
  copyKey,
  copyPem,
  copyRid,
  exportOrders,
  openConsole,
  removeOrders,
  syncOrders,
} from '../list/orderActions.ts';

type IdOf<Key> = Key extends `verbs.words.${infer Id}` ? Id : never;

/** The name of a verb. It has words in each language that find it in the palette. */
type VerbId = IdOf<MessageKey>;

/** A menu of an order's row or of its details, or the bar of the selected orders. */
type VerbPlace = 'row' | 'details' | 'bar';

/** What can be done with one or several orders, wherever it is offered: keys, menus, bar, palette and help. */
export interface Verb {
  readonly id: VerbId;
  readonly icon: LucideIcon;
  readonly text: (t: Translate) => string;
  /** A shorter text for a button, whose name is `text`. */
  readonly short?: (t: Translate) => string;
  /** The key that does it in the list and in the details. */
  readonly key?: VerbKey | 'Enter' | 'Delete';
  readonly isDanger?: true;
  /** It is done with one order, and is not in the bar of selected orders. */
  readonly isForOne?: true;
  /** The places that leave it out, although it can be done there. Keys and palette always have it. */
  readonly notIn?: readonly VerbPlace[];
  /** Whether it can be done with these orders, at least one. Without it, always. */
  readonly canRun?: (rows: readonly OrderRow[]) => boolean;
  readonly run: (rows: readonly OrderRow[]) => void;
}

const idsOf = (rows: readonly OrderRow[]) => rows.map(({ id }) => id);
const hasCertificate = (rows: readonly OrderRow[]) => rows[0]?.fingerprint256 !== null;
const isSnoozed = ({ snooze }: OrderRow) => snooze !== null;

/** For one order. */
function alone(run: (row: OrderRow) => unknown): Verb['run'] {
  return ([row]) => row !== undefined && void run(row);
}

/** How alerts of orders are silenced. The details and the bar have a menu of their own for it. */
export const snoozeVerbs: readonly Verb[] = [
  {
    id: 'snoozeDay',
    icon: BellOff,
    text: (t) => t('verbs.snoozeDay'),
    key: 'z',
    notIn: ['details', 'bar'],
    canRun: (rows) => !rows.every(isSnoozed),
    run: (rows) => void snoozeOrders(idsOf(rows), 'day'),
  },
  {
    id: 'snoozeWeek',
    icon: BellOff,
    text: (t) => t('verbs.snoozeWeek'),
    notIn: ['details', 'bar'],
    run: (rows) => void snoozeOrders(idsOf(rows), 'week'),
  },
  {
    id: 'snoozeRenewal',
    icon: BellOff,
    text: (t) => t('verbs.snoozeRenewal'),
    notIn: ['details', 'bar'],
    run: (rows) => void snoozeOrders(idsOf(rows), 'renewal'),
  },
  {
    id: 'unsnooze',
    icon: Bell,
    text: (t) => t('orders.snooze.end'),
    key: 'z',
    notIn: ['details', 'bar'],
    canRun: (rows) => rows.some(isSnoozed),
    run: (rows) => void unsnoozeOrders(idsOf(rows)),
  },
];

/** The verbs in the groups and the order of menus. A new one is offered everywhere unless `notIn` says otherwise. */
const verbGroups: readonly (readonly Verb[])[] = [
  [
    {
      id: 'open',
      icon: PanelRight,
      text: (t) => t('orders.action.open'),
      key: 'Enter',
      isForOne: true,
      notIn: ['details'],
      run: alone(({ id }) => openOrder(id)),
    },
    {
      id: 'export',
      icon: Download,
      text: (t) => t('orders.action.export'),
      key: 'e',
      run: (rows) => exportOrders(idsOf(rows)),
    },
    {
      id: 'update',
      icon: FilePen,
      text: (t) => t('verbs.update'),
      key: 'u',
      // The details have it beside the files.
      notIn: ['details', 'bar'],
      canRun: (rows) => copiesOf(rows).length > 0,
      run: (rows) => void updateFilesOf(rows),
    },
    {
      id: 'sync',
      icon: RefreshCw,
      text: (t) => t('orders.action.sync'),
      key: 's',
      canRun: (rows) => rows.some((row) => !isPushOnly(row)),
      run: (rows) => syncOrders(idsOf(rows)),
    },
    {
      id: 'console',
      icon: ExternalLink,
      text: (t) => t('orders.action.console'),
      isForOne: true,
      notIn: ['row'],
      canRun: ([row]) => row !== undefined && hasConsole(row),
      run: alone((row) => openConsole(sourceId(row))),
    },
  ],
  [
    {
      id: 'copyLeaf',
      icon: FileBadge,
      text: (t) => t('verbs.copyLeaf'),
      isForOne: true,
      notIn: ['row'],
      canRun: hasCertificate,
      run: alone(({ id }) => copyPem(id, 'leaf')),
    },
    {
      id: 'copyChain',
      icon: Link2,
      text: (t) => t('verbs.copyChain'),
      key: 'c',
      isForOne: true,
      canRun: hasCertificate,
      run: alone(({ id }) => copyPem(id, 'chain')),
    },
    {
      id: 'copyKey',
      icon: KeyRound,
      text: (t) => t('verbs.copyKey'),
      isForOne: true,
      notIn: ['row'],
      canRun: hasCertificate,
      run: alone(({ id }) => copyKey(id)),
    },
    {
      id: 'copyRid',
      icon: Copy,
      text: (t) => t('orders.action.copyRid'),
      isForOne: true,
      // The details have it beside the rid.
      notIn: ['details'],
      canRun: (rows) => !rows.every(isPushOnly),
      run: alone((row) => copyRid(serviceKey(row))),
    },
    {
      id: 'copyName',
      icon: Copy,
      text: (t) => t('inbox.pushOnly.copyName'),
      isForOne: true,
      notIn: ['details'],
      canRun: (rows) => rows.every(isPushOnly),
      run: alone((row) => copyRid(serviceKey(row))),
    },
  ],
  snoozeVerbs,
  [
    {
      id: 'thresholds',
      icon: AlarmClock,
      text: (t) => t('verbs.thresholds'),
      run: (rows) => openDialog({ kind: 'thresholds', orderIds: idsOf(rows) }),
    },
    {
      id: 'annotate',
      icon: Tag,
      text: (t) => t('verbs.annotate'),
      isForOne: true,
      run: alone(({ id }) => annotateOrder(id)),
    },
    {
      id: 'tags',
      icon: Tag,
      text: (t) => t('orders.tags.open'),
      short: (t) => t('orders.tags.short'),
      // Menus of one order have the form for tags and note.
      notIn: ['row', 'details'],
      run: (rows) => openDialog({ kind: 'tags', orderIds: idsOf(rows) }),
    },
    {
      id: 'servers',
      icon: Waypoints,
      text: (t) => t('places.bulk.open'),
      short: (t) => t('places.bulk.short'),
      notIn: ['row', 'details'],
      run: (rows) => openDialog({ kind: 'addSuggested', orderIds: idsOf(rows) }),
    },
  ],
  [
    {
      id: 'remove',
      icon: Trash2,
      text: (t) => t('orders.action.remove'),
      key: 'Delete',
      isDanger: true,
      run: (rows) => removeOrders(idsOf(rows)),
    },
  ],
];

export const verbs: readonly Verb[] = verbGroups.flat();

/** Those of the verbs that can be done with these orders, at least one. */
export function possible(among: readonly Verb[], rows: readonly OrderRow[]): readonly Verb[] {
  return among.filter(({ isForOne, canRun }) => !(isForOne && rows.length > 1) && (canRun?.(rows) ?? true));
}

/** What a place offers for these orders, in groups that are not empty. */
export function verbsIn(place: VerbPlace, rows: readonly OrderRow[]): readonly (readonly Verb[])[] {
  const isIn = ({ isForOne, notIn }: Verb) => !notIn?.includes(place) && !(place === 'bar' && isForOne);
  return verbGroups.map((group) => possible(group.filter(isIn), rows)).filter((group) => group.length > 0);
}

const named = { Enter: 'help.keys.enter', Delete: 'help.keys.delete' } as const;

/** The key of a verb, for an item that does the same; `undefined` without a key. */
export function shortcutOf(
  { key }: Verb,
  t: Translate,
): { readonly key: string; readonly label: string } | undefined {
  if (key === undefined) return undefined;
  return key === 'Enter' || key === 'Delete'
    ? { key, label: t(named[key]) }
    : { key: key.toUpperCase(), label: key.toUpperCase() };
}

/** Does the verb of a key with these orders, if there is one that can be done. Of orders that are snoozed in part, Z ends that. */
export function runVerb(key: VerbKey, ids: readonly string[]): void {
  const orders = currentApp()?.orders;
  const rows = ids.flatMap((id) => orders?.get(id) ?? []);
  if (rows.length > 0)
    possible(verbs, rows)
      .findLast((verb) => verb.key === key)
      ?.run(rows);
}

function hasConsole(row: OrderRow): boolean {
  const connection = currentApp()?.connections.find(({ id }) => id === sourceId(row));
  return connection !== undefined && connection.consoleUrl !== null;
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
