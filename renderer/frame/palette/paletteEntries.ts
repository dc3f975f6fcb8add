import {
  CircleQuestionMark,
  ClipboardCopy,
  Download,
  FileText,
  type LucideIcon,
  PanelsTopLeft,
  Plus,
  RefreshCw,
  Settings,
} from 'lucide-react';
import { orderIdOf } from '#renderer/features/orders/list/listEntries.ts';
import { exportOrders, syncOrders } from '#renderer/features/orders/list/orderActions.ts';
import { shortcutOf } from '#renderer/features/orders/verbs/keyText.ts';
import { verbs } from '#renderer/features/orders/verbs/verbs.ts';
import type { Projection } from '#renderer/stores/mirror.ts';
import { openSettings, settingsSections } from '#renderer/stores/settingsStore.ts';
import { openDialog, revealOrder, showView, type ViewState } from '#renderer/stores/viewStore.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { type OrderRow, orderTitle, serviceKey } from '#shared/domain/order.ts';
import { timeLeftText } from '#shared/i18n/expiryText.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { copyReport } from '../ExportMenuItems.tsx';
import { offeredViews } from '../ViewTabs.tsx';
import { fuzzyScore } from './fuzzy.ts';

export interface PaletteEntry {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly text: string;
  /** Beside the text: what it is about. */
  readonly about?: string;
  readonly shortcut?: { readonly key: string; readonly label: string } | undefined;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

interface PaletteContext {
  readonly app: Projection;
  readonly view: Pick<ViewState, 'view' | 'openOrderId' | 'activeOrderId'>;
  readonly t: Translate;
  /** Unix ms. */
  readonly now: number;
  /** Such as `Ctrl+K` for `K`. */
  readonly withCommand: (key: string) => string;
}

/** Orders that are shown at most, and those that a verb in the query is offered for. */
const MOST_ORDERS = 20;
const MOST_VERB_ORDERS = 5;

/** What a query finds, in groups: the verbs of the current order, orders, actions and settings. The best group comes first. */
export function paletteGroups(query: string, context: PaletteContext): readonly PaletteGroup[] {
  const { t, app } = context;
  const current = currentOrder(context);
  const groups: readonly PaletteGroup[] = [
    ...(current === undefined
      ? []
      : [{ id: 'verbs', title: orderTitle(current), entries: verbEntries(current, t) }]),
    { id: 'actions', title: t('palette.group.actions'), entries: actionEntries(context) },
    { id: 'settings', title: t('palette.group.settings'), entries: settingEntries(t) },
  ];
  if (query.trim() === '') return groups;
  const found = groups.map((group) => ranked(group, query));
  const orders = { id: 'orders', title: t('palette.group.orders'), entries: [] };
  const matching = matchingOrders(query, app);
  found.push({
    best: matching[0]?.score ?? Number.NEGATIVE_INFINITY,
    group: { ...orders, entries: matching.slice(0, MOST_ORDERS).map(({ row }) => orderEntry(row, context)) },
  });
  const asked = verbsWithOrders(query, context);
  found.push({ best: Number.POSITIVE_INFINITY, group: { ...orders, id: 'verbOrders', entries: asked } });
  return found
    .filter(({ group }) => group.entries.length > 0)
    .sort((one, other) => other.best - one.best)
    .map(({ group }) => group);
}

interface Ranked {
  readonly group: PaletteGroup;
  readonly best: number;
}

function ranked(group: PaletteGroup, query: string): Ranked {
  const scored = group.entries
    .map((entry) => ({ entry, score: fuzzyScore(query, entry.text) }))
    .filter((each): each is typeof each & { score: number } => each.score !== null)
    .sort((one, other) => other.score - one.score);
  return {
    group: { ...group, entries: scored.map(({ entry }) => entry) },
    best: scored[0]?.score ?? Number.NEGATIVE_INFINITY,
  };
}

function matchingOrders(
  query: string,
  { orders }: Projection,
): readonly { readonly row: OrderRow; readonly score: number }[] {
  const found: { row: OrderRow; score: number }[] = [];
  for (const row of orders.values()) {
    const title = orderTitle(row);
    const inTitle = fuzzyScore(query, title);
    const score = inTitle ?? fuzzyScore(query, [title, ...row.domains, serviceKey(row)].join(' '));
    if (score !== null) found.push({ row, score: inTitle === null ? score / 2 : score });
  }
  return found.sort((one, other) => other.score - one.score);
}

function orderEntry(row: OrderRow, { t, now }: PaletteContext): PaletteEntry {
  const title = orderTitle(row);
  const domain = row.domains.find((name) => name !== title);
  const left = timeLeftText(endOf(row), now, t);
  return {
    id: `order ${row.id}`,
    icon: FileText,
    text: title,
    about: domain === undefined ? left : `${domain} · ${left}`,
    run: () => revealOrder(row.id),
  };
}

/** The verbs of the order that is open, or else of the active one. */
function currentOrder({ app, view }: PaletteContext): OrderRow | undefined {
  if (view.view === 'inbox') return undefined;
  const id = view.openOrderId ?? orderIdOf(view.activeOrderId);
  return id === null ? undefined : app.orders.get(id);
}

function verbEntries(row: OrderRow, t: Translate): readonly PaletteEntry[] {
  return verbs
    .filter(({ isOffered }) => isOffered([row]))
    .map((verb) => ({
      id: `${verb.id} ${row.id}`,
      icon: verb.icon,
      text: verb.text(t),
      shortcut: shortcutOf(verb, t),
      run: () => verb.run([row]),
    }));
}

/** A query such as `export shop`: the verbs that its first word begins, with the orders that the other words find. */
function verbsWithOrders(query: string, { app, t }: PaletteContext): readonly PaletteEntry[] {
  const [first = '', ...others] = query.trim().split(/\s+/u);
  if (others.length === 0) return [];
  const meant = verbs.filter((verb) => verb.text(t).toLowerCase().startsWith(first.toLowerCase()));
  if (meant.length === 0) return [];
  return matchingOrders(others.join(' '), app)
    .slice(0, MOST_VERB_ORDERS)
    .flatMap(({ row }) => {
      const ids = new Set(meant.map(({ id }) => `${id} ${row.id}`));
      return verbEntries(row, t)
        .filter(({ id }) => ids.has(id))
        .map(({ shortcut: _, ...entry }) => ({ ...entry, about: orderTitle(row) }));
    });
}

function actionEntries({ app, view, t, withCommand }: PaletteContext): readonly PaletteEntry[] {
  const keyed = (key: string) => ({ key: `Control+${key}`, label: withCommand(key) });
  const ids = [...app.orders.keys()];
  const views = offeredViews(app, view.view).map((name, index): PaletteEntry => {
    const shown = name === 'timeline' ? t('timeline.tab') : t(`inbox.nav.${name}`);
    return {
      id: `view ${name}`,
      icon: PanelsTopLeft,
      text: t('palette.show', { view: shown }),
      shortcut: keyed(String(index + 1)),
      run: () => showView(name),
    };
  });
  const polled: readonly PaletteEntry[] = [
    {
      id: 'syncAll',
      icon: RefreshCw,
      text: t('orders.header.syncNow'),
      shortcut: keyed('R'),
      run: () => syncOrders(null),
    },
    {
      id: 'add',
      icon: Plus,
      text: t('orders.header.add'),
      shortcut: keyed('N'),
      run: () => openDialog({ kind: 'addOrders', connectionId: null }),
    },
  ];
  const ofAll: readonly PaletteEntry[] = [
    {
      id: 'exportAll',
      icon: Download,
      text: t('orders.header.exportAll', { count: ids.length }),
      run: () => exportOrders(ids),
    },
    {
      id: 'report',
      icon: ClipboardCopy,
      text: t('places.report.copy'),
      run: () => void copyReport(t),
    },
  ];
  return [
    ...(app.connections.length > 0 ? polled : []),
    ...(ids.length > 0 ? ofAll : []),
    ...views,
    {
      id: 'help',
      icon: CircleQuestionMark,
      text: t('help.keys.title'),
      shortcut: { key: 'F1', label: 'F1' },
      run: () => openSettings('about'),
    },
  ];
}

function settingEntries(t: Translate): readonly PaletteEntry[] {
  return settingsSections.map((section) => ({
    id: `settings ${section}`,
    icon: Settings,
    text: t(`settings.sections.${section}`),
    run: () => openSettings(section),
  }));
}
