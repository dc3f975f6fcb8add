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

/** A difference with what a person has to confirm of it. */
export type ConfigurationChange = Difference & { readonly warnings: readonly ConfigurationWarning[] };

/**
 * What an import changes.
 * @param prune whether what only `current` has is removed. Settings are never removed, nor destinations of an order for
 * which the file does not say any.
 * @param isExported whether a destination, by its key, has files. These are never removed.
 */
export function compareConfigurations(
  current: Configuration,
  wanted: Configuration,
  prune: boolean,
  isExported: (key: string) => boolean = () => false,
): readonly ConfigurationChange[] {
  const [before, after] = [itemsOf(current), itemsOf(wanted)];
  const silent = new Set(
    wanted.orders.flatMap((order) => (order.destinations === undefined ? orderKey(order) : [])),
  );
  return (Object.keys(after) as ItemKind[])
    .flatMap((kind) => differences(kind, before[kind], after[kind], prune && kind !== 'setting'))
    .filter(
      ({ kind, action, key, item }) =>
        kind !== 'destination' ||
        action !== 'removed' ||
        !(isExported(key) || silent.has(orderKey(item as DestinationItem))),
    )
    .map((change) => ({ ...change, warnings: warningsOf(change, wanted.presets) }));
}

/** What identifies a destination among those of all orders. */
export function orderDestinationKey(item: DestinationItem): string {
  return orderKey(item) + destinationKey(item);
}

type Keyed = { readonly [Kind in ItemKind]: ReadonlyMap<string, Items[Kind]> };

function itemsOf(configuration: Configuration): Keyed {
  const { settings, connections, orders, presets } = sortedLists(configuration);
  const endpoints = orders.flatMap(({ connection, rid, endpoints: own }) =>
    own.map((endpoint) => ({ ...endpoint, connection, rid })),
  );
  const destinations = orders.flatMap(({ connection, rid, destinations: own = [] }) =>
    own.map((destination) => ({ ...destination, connection, rid })),
  );
  return {
    setting: new Map(Object.entries(settings).map(([name, value]) => [name, { name, value } as SettingItem])),
    connection: new Map(connections.map((connection) => [nameKey(connection.name), connection])),
    order: new Map(orders.map(({ endpoints: _, destinations: __, ...order }) => [orderKey(order), order])),
    endpoint: new Map(endpoints.map((endpoint) => [orderKey(endpoint) + endpointKey(endpoint), endpoint])),
    destination: new Map(destinations.map((each) => [orderDestinationKey(each), each])),
    preset: new Map(presets.map((preset) => [nameKey(preset.name), preset])),
  };
}

function differences<Kind extends ItemKind>(
  kind: Kind,
  before: ReadonlyMap<string, Items[Kind]>,
  after: ReadonlyMap<string, Items[Kind]>,
  prune: boolean,
): Difference[] {
  const changes: unknown[] = [];
  for (const [key, item] of after) {
    const former = before.get(key);
    if (former === undefined) changes.push({ kind, key, action: 'added', item });
    else if (canonicalText(former) !== canonicalText(item))
      changes.push({
        kind,
        key,
        action: 'changed',
        item,
        before: former,
        fields: changedFields(former, item),
      });
  }
  for (const [key, item] of prune ? before : [])
    if (!after.has(key)) changes.push({ kind, key, action: 'removed', item });
  return changes as Difference[];
}

function changedFields(one: object, other: object): readonly string[] {
  const [before, after] = [one, other].map((item) => new Map<string, unknown>(Object.entries(item)));
  return [...(after?.keys() ?? [])]
    .filter((field) => canonicalText(before?.get(field)) !== canonicalText(after?.get(field)))
    .toSorted();
}
