import { plainJson } from '#main/platform/plainJson.ts';
import { atOnce, type Steps } from '#main/platform/slices.ts';
import { comparableName } from '#main/platform/validateUniqueName.ts';
import {
  CONFIGURATION_FORMAT,
  CONFIGURATION_VERSION,
  type Configuration,
  type ConfigurationConnection,
  type ConfigurationDestination,
  type ConfigurationEndpoint,
  type ConfigurationOrder,
  CUSTOM_PRESET,
} from './configurationSchema.ts';

/** Where editors find the schema: in the repository that `package.json` names. */
export const SCHEMA_ADDRESS = 'https://github.com/notafter-app/notafter/raw/main/docs/schemas/config.json';

/** The text of a configuration file. The same configuration always gives the same text. */
export function configurationText(configuration: Configuration): string {
  const head = { format: CONFIGURATION_FORMAT, version: CONFIGURATION_VERSION };
  const content = canonical({ ...head, ...atOnce(sortedLists(configuration)) }) as object;
  return plainJson(`${JSON.stringify({ $schema: SCHEMA_ADDRESS, ...content }, null, 2)}\n`);
}

/** A value with the keys of all objects sorted. Lists stay in their order. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => byCodeUnits(one, other));
  return Object.fromEntries(entries.map(([key, part]) => [key, canonical(part)]));
}

/** A value as one text; two values are equal if their texts are. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(canonical(value));
}

/** What identifies a connection or a custom preset: its name, regardless of case. */
export function nameKey(name: string): string {
  return comparableName(name);
}

/** What identifies an order among all. */
export function orderKey({ connection, rid }: Pick<ConfigurationOrder, 'connection' | 'rid'>): string {
  return JSON.stringify([comparableName(connection), rid]);
}

/** What identifies an endpoint among those of its order: the place. */
export function endpointKey({
  host,
  port,
  protocol,
  serverName,
}: Omit<ConfigurationEndpoint, 'intervalMinutes'>) {
  return JSON.stringify([host, port, protocol, serverName]);
}

/** What the configuration has of an endpoint: its views have more. */
export function endpointItem(endpoint: ConfigurationEndpoint): ConfigurationEndpoint {
  const { host, port, protocol, serverName, intervalMinutes } = endpoint;
  return { host, port, protocol, serverName, intervalMinutes };
}

/** The preset of a destination as it is compared: custom presets are known by their names, regardless of case. */
export function presetKey(preset: string): string {
  return preset.startsWith(CUSTOM_PRESET)
    ? CUSTOM_PRESET + nameKey(preset.slice(CUSTOM_PRESET.length))
    : preset;
}

/** What identifies a destination among those of its order. */
export function destinationKey({
  preset,
  parts,
  folder,
}: Omit<ConfigurationDestination, 'automaticUpdates'>) {
  return JSON.stringify([presetKey(preset), parts, folder]);
}

/** Sorts the lists whose order means nothing. The files of a preset and the days of alerts stay as they are. */
export function* sortedLists({
  settings,
  connections,
  orders,
  presets,
}: Configuration): Steps<Configuration> {
  return {
    settings,
    connections: yield* sortedBy(connections, ({ name }) => nameKey(name), sortedConnection),
    orders: yield* sortedBy(orders, orderKey, sortedOrder),
    presets: yield* sortedBy(
      presets,
      ({ name }) => nameKey(name),
      (preset) => preset,
    ),
  };
}

function sortedConnection(connection: ConfigurationConnection): ConfigurationConnection {
  const { ca } = connection;
  return {
    ...connection,
    ca: ca === null ? null : { ...ca, certificates: ca.certificates.toSorted(byCodeUnits) },
  };
}

function sortedOrder(order: ConfigurationOrder): ConfigurationOrder {
  const { tags, endpoints, destinations } = order;
  return {
    ...order,
    tags: tags.toSorted(byCodeUnits),
    endpoints: atOnce(sortedBy(endpoints, endpointKey, (endpoint) => endpoint)),
    ...(destinations && { destinations: atOnce(sortedBy(destinations, destinationKey, (each) => each)) }),
  };
}

/** @param shown an item as the list has it */
function* sortedBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  shown: (item: Item) => Item,
): Steps<Item[]> {
  const keyed: (readonly [string, Item])[] = [];
  for (const item of items) {
    keyed.push([keyOf(item), shown(item)]);
    yield;
  }
  return keyed.toSorted(([one], [other]) => byCodeUnits(one, other)).map(([, item]) => item);
}

/** The same on every computer, in every language. */
function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
