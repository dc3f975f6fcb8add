import { X509Certificate } from 'node:crypto';
import type { ChangedField, ConfigurationChangeView } from '#shared/domain/configurationChange.ts';
import { hostAndPort } from '#shared/domain/endpoint.ts';
import { shortName } from '#shared/text.ts';
import type {
  Configuration,
  ConfigurationConnection,
  ConfigurationDestination,
  ConfigurationEndpoint,
  ConfigurationOrder,
  ConfigurationPreset,
} from './configurationSchema.ts';
import {
  canonicalText,
  destinationKey,
  endpointKey,
  nameKey,
  orderKey,
  sortedLists,
} from './configurationText.ts';

/** An order without its endpoints and destinations, which are compared on their own. */
type OrderItem = Omit<ConfigurationOrder, 'endpoints' | 'destinations'>;
type OrderName = Pick<ConfigurationOrder, 'connection' | 'rid'>;
type EndpointItem = ConfigurationEndpoint & OrderName;
type DestinationItem = ConfigurationDestination & OrderName;
interface SettingItem {
  readonly name: keyof Configuration['settings'];
  readonly value: unknown;
}

interface Items {
  readonly setting: SettingItem;
  readonly connection: ConfigurationConnection;
  readonly order: OrderItem;
  readonly endpoint: EndpointItem;
  readonly destination: DestinationItem;
  readonly preset: ConfigurationPreset;
}

type ItemKind = keyof Items;

/** A difference between two configurations. `key`: what identifies the item. `fields`: what differs, sorted. */
export type ConfigurationChange = {
  readonly [Kind in ItemKind]: {
    readonly kind: Kind;
    readonly key: string;
  } & (
    | { readonly action: 'added'; readonly item: Items[Kind] }
    | {
        readonly action: 'changed';
        readonly item: Items[Kind];
        readonly before: Items[Kind];
        readonly fields: readonly string[];
      }
    | { readonly action: 'removed'; readonly item: Items[Kind] }
  );
}[ItemKind];

/** A change as it is shown. */
export function changeView(change: ConfigurationChange): ConfigurationChangeView {
  const { action, kind } = change;
  const fields = shownFields(change);
  switch (change.kind) {
    case 'order':
      return { action, kind, name: change.item.rid, of: change.item.connection, fields };
    case 'endpoint':
      return { action, kind, name: hostAndPort(change.item), of: change.item.rid, fields };
    case 'destination':
      return { action, kind, name: change.item.folder, of: change.item.rid, fields };
    default:
      return { action, kind, name: change.item.name, of: null, fields };
  }
}

function shownFields(change: ConfigurationChange): readonly ChangedField[] {
  const after = new Map<string, unknown>(Object.entries(change.item));
  if (change.action === 'changed') {
    const before = new Map<string, unknown>(Object.entries(change.before));
    return change.fields.map((name) => ({
      name,
      before: valueText(before.get(name)),
      after: valueText(after.get(name)),
    }));
  }
  // A connection says where tokens go, and who is trusted there.
  if (change.action === 'removed' || change.kind !== 'connection') return [];
  return ['address', 'ca'].flatMap((name) => {
    const text = valueText(after.get(name));
    return text === null ? [] : { name, before: null, after: text };
  });
}

const VALUE_MAX = 200;

/** A value of the file on one line. An own certificate authority is its file with the SHA-256 of its first certificate. */
function valueText(value: unknown): string | null {
  if (isCa(value)) {
    const [first = '', ...others] = value.certificates;
    const more = others.length === 0 ? '' : ` +${others.length}`;
    return `${shortName(value.fileName, VALUE_MAX)} (SHA-256 ${new X509Certificate(first).fingerprint256}${more})`;
  }
  const text = Array.isArray(value) ? value.filter((part) => typeof part !== 'object').join(', ') : value;
  if (text === null || text === undefined || text === '' || typeof text === 'object') return null;
  return shortName(String(text), VALUE_MAX);
}

function isCa(value: unknown): value is NonNullable<ConfigurationConnection['ca']> {
  return typeof value === 'object' && value !== null && 'certificates' in value;
}

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
    );
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
): ConfigurationChange[] {
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
  return changes as ConfigurationChange[];
}

function changedFields(one: object, other: object): readonly string[] {
  const [before, after] = [one, other].map((item) => new Map<string, unknown>(Object.entries(item)));
  return [...(after?.keys() ?? [])]
    .filter((field) => canonicalText(before?.get(field)) !== canonicalText(after?.get(field)))
    .toSorted();
}
