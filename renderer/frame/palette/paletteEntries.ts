import { FileText, Search } from 'lucide-react';
import { orderIdOf } from '#renderer/features/orders/list/listEntries.ts';
import { statusNames } from '#renderer/features/orders/list/useShownOrders.ts';
import { possible, shortcutOf, verbs } from '#renderer/features/orders/verbs/verbs.ts';
import type { Projection } from '#renderer/stores/mirror.ts';
import { noFilter, revealOrder, showOrders } from '#renderer/stores/viewStore.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { type OrderRow, orderTitle, serviceKey } from '#shared/domain/order.ts';
import { parseSearch } from '#shared/domain/parseSearch.ts';
import { timeLeftText } from '#shared/i18n/expiryText.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { actionEntries } from './actionEntries.ts';
import { isBegun, likeness } from './likeness.ts';
import type { PaletteContext, PaletteEntry } from './paletteEntry.ts';
import { settingEntries } from './settingEntries.ts';

export interface PaletteGroup {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

/** Orders that are shown at most, and those that a verb in the query is offered for. */
const MOST_ORDERS = 20;
const MOST_VERB_ORDERS = 5;

/**
 * What a query finds, in groups: the verbs of the current order, orders, actions and settings. The best group comes first.
 * A search with operators, such as `<14d`, leads to the list.
 */
export function paletteGroups(query: string, context: PaletteContext): readonly PaletteGroup[] {
  const { t, app } = context;
  const current = currentOrder(context);
  const groups: readonly PaletteGroup[] = [
    ...(current === undefined
      ? []
      : [{ id: 'verbs', title: orderTitle(current), entries: verbEntries(current, t) }]),
    { id: 'actions', title: t('palette.group.actions'), entries: actionEntries(context) },
    { id: 'settings', title: t('palette.group.settings'), entries: settingEntries(context) },
  ];
  if (query.trim() === '')
    return groups.map((group) => ({ ...group, entries: group.entries.filter(({ isRare }) => !isRare) }));
  const ofOrders = { id: 'orders', title: t('palette.group.orders') };
  const found = [
    ...groups.map((group) => ranked(group, scoredEntries(group.entries, query))),
    ranked(
      ofOrders,
      matchingOrders(query, app)
        .slice(0, MOST_ORDERS)
        .map(({ row, score }) => ({ entry: orderEntry(row, context), score })),
    ),
    ranked({ ...ofOrders, id: 'verbOrders' }, verbsWithOrders(query, context)),
    ranked({ id: 'search', title: t('palette.group.search') }, searchEntries(query, context)),
  ];
  return found
    .filter(({ group }) => group.entries.length > 0)
    .sort((one, other) => other.best - one.best)
    .map(({ group }) => group);
}

interface Scored {
  readonly entry: PaletteEntry;
  readonly score: number;
}

function scoredEntries(entries: readonly PaletteEntry[], query: string): readonly Scored[] {
  return entries.flatMap((entry) => {
    const { text, about = '', synonyms = '' } = entry;
    const score = likeness(query, text, { synonyms: `${synonyms} ${about}` });
    return score === null ? [] : [{ entry, score }];
  });
}

/** A group with its best entries first. `best`: the score of the first. */
function ranked(group: Omit<PaletteGroup, 'entries'>, scored: readonly Scored[]) {
  const sorted = scored.toSorted((one, other) => other.score - one.score);
  return {
    group: { ...group, entries: sorted.map(({ entry }) => entry) },
    best: sorted[0]?.score ?? Number.NEGATIVE_INFINITY,
  };
}

interface FoundOrder {
  readonly row: OrderRow;
  readonly score: number;
}

/** The orders that a query finds by their title, or else by a domain or their rid, the best first. */
function matchingOrders(query: string, { orders }: Projection): readonly FoundOrder[] {
  const found: FoundOrder[] = [];
  for (const row of orders.values()) {
    const title = orderTitle(row);
    const inTitle = likeness(query, title);
    const elsewhere = [title, ...row.domains, serviceKey(row)].join(' ');
    const score = inTitle ?? likeness(query, elsewhere, { isAbbreviable: false });
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
  const id = view.orders.openId ?? orderIdOf(view.orders.activeId);
  return id === null ? undefined : app.orders.get(id);
}

function verbEntries(row: OrderRow, t: Translate): readonly PaletteEntry[] {
  return possible(verbs, [row]).map((verb) => ({
    id: `${verb.id} ${row.id}`,
    icon: verb.icon,
    text: verb.text(t),
    synonyms: t(`verbs.words.${verb.id}`),
    shortcut: shortcutOf(verb, t),
    isRare: verb.notIn?.includes('row') === true,
    run: () => verb.run([row]),
  }));
}

/** A query such as `export shop`: the verbs that its first words begin, with the orders that the other words find. */
function verbsWithOrders(query: string, { app, t }: PaletteContext): readonly Scored[] {
  const words = query.trim().split(/\s+/u);
  return words.slice(1).flatMap((_, index) => {
    const [verb, order] = [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')];
    if (!verbs.some(({ id, text }) => isBegun(verb, text(t), t(`verbs.words.${id}`)))) return [];
    return matchingOrders(order, app)
      .slice(0, MOST_VERB_ORDERS)
      .flatMap(({ row, score }) =>
        verbEntries(row, t)
          .filter(({ text, synonyms = '' }) => isBegun(verb, text, synonyms))
          .map(({ shortcut: __, ...entry }) => ({
            entry: { ...entry, about: orderTitle(row) },
            score: score + (likeness(verb, entry.text, entry) ?? 0),
          })),
      );
  });
}

/** The list with what a query with operators finds. */
function searchEntries(query: string, { app, t }: PaletteContext): readonly Scored[] {
  const search = query.trim();
  const { terms, problems } = parseSearch(search, statusNames(t));
  const isSearch =
    problems.length > 0 || terms.some((term) => term.condition.kind !== 'text' || term.isNegated);
  if (!isSearch || app.orders.size === 0) return [];
  const entry = {
    id: 'search',
    icon: Search,
    text: t('palette.search', { search }),
    run: () => showOrders({ ...noFilter, search }),
  };
  return [{ entry, score: Number.POSITIVE_INFINITY }];
}
