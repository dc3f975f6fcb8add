import { isDeepStrictEqual } from 'node:util';
import type { PresetService } from '#main/deployment/presets/presetService.ts';
import type { Annotations } from '#main/orders/annotations/annotations.ts';
import { certificatesOf } from '#main/orders/connections/caFiles.ts';
import type { Connection } from '#main/orders/connections/connection.ts';
import type { ConnectionService } from '#main/orders/connections/connectionService.ts';
import { isSameService, serviceOf } from '#main/orders/connections/sameService.ts';
import type { OrderService } from '#main/orders/list/orderService.ts';
import type { PlannedChange } from '#main/platform/plannedChange.ts';
import { inSlices } from '#main/platform/slices.ts';
import type { SettingsService } from '#main/settings/preferences/settingsService.ts';
import type { Annotation } from '#shared/domain/annotation.ts';
import type { Endpoint } from '#shared/domain/endpoint.ts';
import { DESTINATIONS_OF_ORDER_MAX } from '#shared/domain/plannedDestination.ts';
import { isPartOf, ridRefusal } from '#shared/domain/rids.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { isCriticalAboveWarning } from '#shared/domain/settingsBounds.ts';
import { err, ok, type Result } from '#shared/result.ts';
import {
  type ConfigurationChange,
  compareConfigurations,
  orderDestinationKey,
} from './compareConfigurations.ts';
import type { ConfigurationDestinations } from './configurationDestinations.ts';
import { ConfigurationFaults } from './configurationFaults.ts';
import type { ConfigurationFolders } from './configurationFolders.ts';
import {
  type Configuration,
  type ConfigurationConnection,
  CUSTOM_PRESET,
  settingNames,
} from './configurationSchema.ts';
import { configurationText, endpointItem, endpointKey, nameKey, orderKey } from './configurationText.ts';
import { parseConfiguration, readConfigurationFile } from './readConfiguration.ts';

export interface ConfigurationServicePorts {
  readonly settings: Pick<SettingsService, 'get' | 'plan'>;
  readonly connections: Pick<ConnectionService, 'list' | 'find' | 'plan' | 'withoutTokens' | 'readTokens'>;
  readonly orders: Pick<OrderService, 'list' | 'plan'>;
  readonly annotations: Pick<Annotations, 'of' | 'plan'>;
  readonly endpoints: {
    ofOrder(orderId: string): readonly Endpoint[];
    plan(set: readonly Omit<Endpoint, 'id'>[], removedIds: readonly string[]): Result<PlannedChange>;
  };
  readonly presets: Pick<PresetService, 'custom' | 'plan'>;
  readonly destinations: Pick<ConfigurationDestinations, 'byOrder' | 'plan'>;
  readonly folders: Pick<ConfigurationFolders, 'resolved'>;
  /** Runs all writes in one transaction. Error: `storage`; none is stored then. */
  readonly writeTogether: (writes: readonly (() => Result<null>)[]) => Result<null>;
}

/** Writes the configuration as a file without secrets, and applies such a file. */
export class ConfigurationService {
  readonly #ports: ConfigurationServicePorts;

  constructor(ports: ConfigurationServicePorts) {
    this.#ports = ports;
  }

  /** The text of the configuration file. */
  text(): string {
    const { orders, ...others } = this.#current().configuration;
    return configurationText({
      ...others,
      // Without those whose rids were tokens: nobody could read them.
      orders: orders
        .filter(({ rid }) => ridRefusal(rid) !== 'token')
        .map(({ destinations, ...order }) => ({
          ...order,
          destinations: destinations?.slice(0, DESTINATIONS_OF_ORDER_MAX),
        })),
    });
  }

  /** Reads a configuration file, for this computer. A rid that is an access token is an error. Errors: `fileSystem`, `configuration`. */
  async read(path: string): Promise<Result<Configuration>> {
    return await this.#checked(await readConfigurationFile(path));
  }

  /** As `read`, of the content of a file. */
  async take(content: Uint8Array): Promise<Result<Configuration>> {
    return await this.#checked(await parseConfiguration(content));
  }

  async #checked(read: Result<Configuration>): Promise<Result<Configuration>> {
    if (!read.ok) return read;
    const tokens = await this.#ports.connections.readTokens();
    const faults = new ConfigurationFaults();
    for (const [index, { rid }] of read.value.orders.entries())
      if (tokens.some((token) => isPartOf(rid, token)))
        faults.refuse('badValue', `orders[${index}].rid`, 'isToken');
    const checked = faults.result(read.value);
    return checked.ok ? ok(await this.#ports.folders.resolved(checked.value)) : checked;
  }

  /** What an import would change now. @param prune whether it removes what is not in the file */
  async preview(wanted: Configuration, prune: boolean): Promise<readonly ConfigurationChange[]> {
    return (await this.#compare(wanted, prune)).changes;
  }

  /** As `preview`. `isCurrent`: whether they are still what an import would change. */
  async #compare(wanted: Configuration, prune: boolean) {
    const { configuration, exported } = this.#current();
    const changes = await inSlices(
      compareConfigurations(configuration, wanted, prune, (key) => exported.has(key)),
    );
    const isCurrent = () => {
      const now = this.#current();
      return isDeepStrictEqual(now.configuration, configuration) && isDeepStrictEqual(now.exported, exported);
    };
    return { changes, isCurrent };
  }

  /** How many destinations of a configuration wait for their first export. */
  waiting({ orders }: Configuration): number {
    const { configuration, exported } = this.#current();
    const keysOf = (all: Configuration['orders']) =>
      all.flatMap(({ connection, rid, destinations = [] }) =>
        destinations.map((each) => orderDestinationKey({ ...each, connection, rid })),
      );
    const here = new Set(keysOf(configuration.orders));
    return keysOf(orders).filter((key) => here.has(key) && !exported.has(key)).length;
  }

  /**
   * Applies a configuration, all of it or nothing. A connection that is removed, or gets another origin or own CA, loses its token.
   * Returns what it changed. Errors: `invalidInput` (too many endpoints, presets or destinations, or settings that don't go together),
   * `busy` if something changed meanwhile or is not agreed, `storage`, those of the keychain.
   * @param isAgreed whether the user agreed to these changes; without it, to all
   */
  async apply(
    wanted: Configuration,
    prune: boolean,
    isAgreed: (changes: readonly ConfigurationChange[]) => boolean = () => true,
  ): Promise<Result<readonly ConfigurationChange[]>> {
    const { connections } = this.#ports;
    const first = await this.preview(wanted, prune);
    if (!isAgreed(first)) return err({ kind: 'busy' });
    const losing = this.#losingTokens(first);
    return await connections.withoutTokens(losing, async () => {
      // The keychain may have been busy for a while.
      const { changes, isCurrent } = await this.#compare(wanted, prune);
      const isLosingOthers = this.#losingTokens(changes).some((id) => !losing.includes(id));
      // Nothing may change between this and the writes.
      if (isLosingOthers || !isAgreed(changes) || !isCurrent()) return err({ kind: 'busy' });
      const planned = this.#plan(changes);
      if (!planned.ok) return planned;
      const stored = this.#ports.writeTogether(planned.value.map(({ write }) => write));
      if (!stored.ok) return stored;
      for (const { take } of planned.value) take();
      return ok(changes);
    });
  }

  /** `exported`: keys of the destinations that have files. */
  #current(): { readonly configuration: Configuration; readonly exported: ReadonlySet<string> } {
    const { settings, connections, orders, annotations, endpoints, presets, destinations } = this.#ports;
    const byOrder = destinations.byOrder();
    const exported = new Set<string>();
    const all = settings.get();
    const own = connections.list().flatMap(({ id }) => connections.find(id) ?? []);
    const names = new Map(own.map(({ id, name }) => [id, name]));
    const configuration: Configuration = {
      settings: Object.fromEntries(settingNames.map((name) => [name, all[name]])),
      connections: own.map(({ name, baseUrl, ca }) => ({
        name,
        address: baseUrl,
        ca: ca && { fileName: ca.fileName, certificates: [...certificatesOf(ca.pem)] },
      })),
      orders: orders.list().map((row) => {
        const { rid, connectionId } = row.source;
        const connection = names.get(connectionId) ?? '';
        const { tags, note, thresholds } = annotations.of(row.id);
        return {
          connection,
          rid,
          alias: row.alias,
          tags: [...tags],
          note,
          ...(thresholds && { thresholds }),
          endpoints: endpoints.ofOrder(row.id).map(endpointItem),
          destinations: (byOrder.get(row.id) ?? []).map(({ hasFiles, ...destination }) => {
            if (hasFiles) exported.add(orderDestinationKey({ ...destination, connection, rid }));
            return destination;
          }),
        };
      }),
      presets: presets.custom().map(({ id: _, ...preset }) => ({ ...preset, files: [...preset.files] })),
    };
    return { configuration, exported };
  }

  /** Ids of the connections that are removed, or get another origin or another own CA. */
  #losingTokens(changes: readonly ConfigurationChange[]): readonly string[] {
    const ids = this.#connectionIds();
    return changes.flatMap((change) => {
      if (change.kind !== 'connection' || change.action === 'added') return [];
      const isKept =
        change.action === 'changed' &&
        isSameService(serviceOf(connectionOf(change.before)), serviceOf(connectionOf(change.item)));
      return isKept ? [] : (ids.get(change.key) ?? []);
    });
  }

  #connectionIds(): Map<string, string> {
    return new Map(this.#ports.connections.list().map(({ id, name }) => [nameKey(name), id]));
  }

  #orderIds(): Map<string, string> {
    const { orders, connections } = this.#ports;
    return new Map(
      orders.list().map(({ id, source: { connectionId, rid } }) => {
        const connection = connections.find(connectionId)?.name ?? '';
        return [orderKey({ connection, rid }), id];
      }),
    );
  }

  /** The changes of all parts, in the order in which they are stored. */
  #plan(changes: readonly ConfigurationChange[]): Result<readonly PlannedChange[]> {
    const settings = this.#planSettings(changes);
    if (!settings.ok) return settings;
    const connectionIds = this.#connectionIds();
    const connections = this.#planConnections(changes, connectionIds);
    const orderIds = this.#orderIds();
    const orders = this.#planOrders(changes, connectionIds, orderIds);
    const annotations = this.#planAnnotations(changes, orderIds);
    const endpoints = this.#planEndpoints(changes, orderIds);
    if (!endpoints.ok) return endpoints;
    const presets = this.#planPresets(changes);
    if (!presets.ok) return presets;
    const destinations = this.#ports.destinations.plan(
      changes.filter((change) => change.kind === 'destination'),
      (item) => orderIds.get(orderKey(item)) ?? '',
      presets.value.ids,
    );
    if (!destinations.ok) return destinations;
    // A connection is removed with its orders, so last.
    const { added, removed } = connections;
    const ofOrders = [orders, annotations, endpoints.value, destinations.value];
    return ok([settings.value, added, presets.value.change, ...ofOrders, removed]);
  }

  #planSettings(changes: readonly ConfigurationChange[]): Result<PlannedChange> {
    const { settings } = this.#ports;
    const changed = changes.flatMap((change) =>
      change.kind === 'setting' ? [[change.item.name, change.item.value]] : [],
    );
    const values = Object.fromEntries(changed) as Partial<Settings>;
    if (isCriticalAboveWarning({ ...settings.get(), ...values }))
      return err({ kind: 'invalidInput', field: 'settings', reason: 'outOfRange' });
    return ok(changed.length === 0 ? noChange : settings.plan(values));
  }

  /** @param ids by key; gets those of new connections */
  #planConnections(changes: readonly ConfigurationChange[], ids: Map<string, string>) {
    const { connections } = this.#ports;
    const all = changes.filter((change) => change.kind === 'connection');
    const saved = all.filter(({ action }) => action !== 'removed');
    const added = connections.plan(
      saved.map(({ key, item }) => ({ id: ids.get(key) ?? null, ...connectionOf(item) })),
      [],
    );
    for (const [index, { key }] of saved.entries()) ids.set(key, added.ids[index] ?? '');
    const removed = all.filter(({ action }) => action === 'removed').flatMap(({ key }) => ids.get(key) ?? []);
    return { added, removed: connections.plan([], removed) };
  }

  /** @param ids by key; gets those of new orders */
  #planOrders(
    changes: readonly ConfigurationChange[],
    connectionIds: ReadonlyMap<string, string>,
    ids: Map<string, string>,
  ): PlannedChange {
    const all = changes.filter((change) => change.kind === 'order');
    const added = all.filter(({ action }) => action === 'added');
    const planned = this.#ports.orders.plan({
      added: added.map(({ item: { connection, rid, alias } }) => ({
        connectionId: connectionIds.get(nameKey(connection)) ?? '',
        rid,
        alias,
      })),
      aliases: all
        .filter(({ action }) => action === 'changed')
        .map(({ key, item: { alias } }) => ({ id: ids.get(key) ?? '', alias })),
      removed: all.filter(({ action }) => action === 'removed').flatMap(({ key }) => ids.get(key) ?? []),
    });
    for (const [index, { key }] of added.entries()) ids.set(key, planned.ids[index] ?? '');
    return planned;
  }

  #planAnnotations(
    changes: readonly ConfigurationChange[],
    orderIds: ReadonlyMap<string, string>,
  ): PlannedChange {
    const annotations = new Map<string, Annotation>();
    for (const change of changes) {
      if (change.kind !== 'order' || change.action === 'removed') continue;
      const { tags, note, thresholds = null } = change.item;
      annotations.set(orderIds.get(change.key) ?? '', { tags, note, thresholds });
    }
    return this.#ports.annotations.plan(annotations);
  }

  #planEndpoints(
    changes: readonly ConfigurationChange[],
    orderIds: ReadonlyMap<string, string>,
  ): Result<PlannedChange> {
    const { endpoints } = this.#ports;
    const set: Omit<Endpoint, 'id'>[] = [];
    const removed: string[] = [];
    for (const change of changes) {
      if (change.kind !== 'endpoint') continue;
      const { connection, rid, ...place } = change.item;
      const orderId = orderIds.get(orderKey({ connection, rid })) ?? '';
      if (change.action !== 'removed') set.push({ ...place, orderId });
      else
        for (const own of endpoints.ofOrder(orderId))
          if (endpointKey(own) === endpointKey(place)) removed.push(own.id);
    }
    return set.length + removed.length === 0 ? ok(noChange) : endpoints.plan(set, removed);
  }

  /** `ids`: of the custom presets after the import, by what identifies them in a destination. */
  #planPresets(changes: readonly ConfigurationChange[]) {
    const { presets } = this.#ports;
    const ids = new Map(presets.custom().map(({ id, name }) => [nameKey(name), id]));
    const all = changes.filter((change) => change.kind === 'preset');
    const saved = all.filter(({ action }) => action !== 'removed');
    const planned = presets.plan(
      saved.map(({ key, item }) => ({ ...item, id: ids.get(key) ?? null })),
      all.filter(({ action }) => action === 'removed').flatMap(({ key }) => ids.get(key) ?? []),
    );
    if (!planned.ok) return planned;
    for (const [index, { key }] of saved.entries()) ids.set(key, planned.value.ids[index] ?? '');
    const byPreset = new Map([...ids].map(([key, id]) => [CUSTOM_PRESET + key, id]));
    return ok({ change: all.length === 0 ? noChange : planned.value, ids: byPreset });
  }
}

function connectionOf({ name, address, ca }: ConfigurationConnection) {
  const pem: Connection['ca'] = ca && {
    fileName: ca.fileName,
    pem: ca.certificates.join('\n').concat('\n'),
  };
  return { name, baseUrl: address, ca: pem };
}

const noChange: PlannedChange = { write: () => ok(null), take: () => undefined };
