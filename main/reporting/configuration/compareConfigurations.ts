import type { Steps } from '#main/platform/slices.ts';
import type { ConfigurationWarning } from '#shared/domain/configurationChange.ts';
import { warningsOf } from './changeWarnings.ts';
import type { Configuration } from './configurationSchema.ts';
import {
  canonicalText,
  destinationKey,
  endpointKey,
  nameKey,
  orderKey,
  sortedLists,
} from './configurationText.ts';
import type { DestinationItem, Difference, ItemKind, Items, SettingItem } from './difference.ts';

/** A difference with what the user has to confirm of it. */
export type ConfigurationChange = Difference & { readonly warnings: readonly ConfigurationWarning[] };

/**
 * What an import changes, found in steps.
 * @param prune whether what only `current` has is removed. Settings are never removed, nor destinations of an order for
 * which the file does not say any.
 * @param isExported whether a destination, by its key, has files. It is removed only with its order: the files stay, and are not
 * updated any more.
 */
export function* compareConfigurations(
  current: Configuration,
  wanted: Configuration,
  prune: boolean,
  isExported: (key: string) => boolean = () => false,
): Steps<readonly ConfigurationChange[]> {
  const before = yield* itemsOf(current);
  const after = yield* itemsOf(wanted);
  const presets = new Map(wanted.presets.map((preset) => [nameKey(preset.name), preset]));
  const changes: ConfigurationChange[] = [];
  for (const kind of Object.keys(after.items) as ItemKind[]) {
    const ofKind = differences(kind, before.items[kind], after.items[kind], prune && kind !== 'setting');
    for (const change of ofKind) {
      if (change !== null && !isKept(change, isExported, after))
        changes.push({ ...change, warnings: warningsOf(change, presets) });
      yield;
    }
  }
  return changes;
}

function isKept(
  { kind, action, key, item }: Difference,
  isExported: (key: string) => boolean,
  after: ItemsOf,
): boolean {
  if (kind !== 'destination' || action !== 'removed') return false;
  const order = orderKey(item as DestinationItem);
  // Without its order nothing is updated there any more.
  if (!after.items.order.has(order)) return false;
  return isExported(key) || after.silent.has(order);
}

/** What identifies a destination among those of all orders. */
export function orderDestinationKey(item: DestinationItem): string {
  return orderKey(item) + destinationKey(item);
}

type Keyed = { readonly [Kind in ItemKind]: Map<string, Items[Kind]> };

/** The items of a configuration by what identifies them. `silent`: keys of the orders without a list of destinations. */
interface ItemsOf {
  readonly items: Keyed;
  readonly silent: ReadonlySet<string>;
}

function* itemsOf(configuration: Configuration): Steps<ItemsOf> {
  const { settings, connections, orders, presets } = yield* sortedLists(configuration);
  const items: Keyed = {
    setting: new Map(Object.entries(settings).map(([name, value]) => [name, { name, value } as SettingItem])),
    connection: new Map(connections.map((connection) => [nameKey(connection.name), connection])),
    order: new Map(),
    endpoint: new Map(),
    destination: new Map(),
    preset: new Map(presets.map(({ switching: _, ...preset }) => [nameKey(preset.name), preset])),
  };
  const silent = new Set<string>();
  for (const { endpoints, destinations, ...order } of orders) {
    const { connection, rid } = order;
    const key = orderKey(order);
    items.order.set(key, order);
    if (destinations === undefined) silent.add(key);
    for (const endpoint of endpoints)
      items.endpoint.set(key + endpointKey(endpoint), { ...endpoint, connection, rid });
    for (const destination of destinations ?? [])
      items.destination.set(key + destinationKey(destination), { ...destination, connection, rid });
    yield;
  }
  return { items, silent };
}

/** The differences of one kind, with `null` for what is the same. */
function* differences<Kind extends ItemKind>(
  kind: Kind,
  before: ReadonlyMap<string, Items[Kind]>,
  after: ReadonlyMap<string, Items[Kind]>,
  prune: boolean,
): Generator<Difference | null> {
  for (const [key, item] of after) {
    const former = before.get(key);
    if (former === undefined) yield { kind, key, action: 'added', item } as unknown as Difference;
    else if (canonicalText(former) === canonicalText(item)) yield null;
    else {
      const fields = changedFields(former, item);
      yield { kind, key, action: 'changed', item, before: former, fields } as unknown as Difference;
    }
  }
  for (const [key, item] of prune ? before : [])
    yield after.has(key) ? null : ({ kind, key, action: 'removed', item } as unknown as Difference);
}

function changedFields(one: object, other: object): readonly string[] {
  const [before, after] = [one, other].map((item) => new Map<string, unknown>(Object.entries(item)));
  return [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])]
    .filter((field) => canonicalText(before?.get(field)) !== canonicalText(after?.get(field)))
    .toSorted();
}
