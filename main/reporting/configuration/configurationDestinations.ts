import type { CopyBundle } from '#main/deployment/copies/copyRecord.ts';
import type { CopyRegistry } from '#main/deployment/copies/copyRegistry.ts';
import {
  destinationIdentity,
  type PlannedDestination,
  type PlannedDestinations,
  writtenIdentity,
} from '#main/deployment/copies/plannedDestinations.ts';
import type { PresetService } from '#main/deployment/presets/presetService.ts';
import { joinedChanges, type PlannedChange } from '#main/platform/plannedChange.ts';
import { chosenParts } from '#shared/domain/export.ts';
import { needsPassphrase } from '#shared/domain/presetFormat.ts';
import { ok, type Result } from '#shared/result.ts';
import type { ConfigurationChange } from './compareConfigurations.ts';
import type { ConfigurationFolders } from './configurationFolders.ts';
import { type ConfigurationDestination, CUSTOM_PRESET } from './configurationSchema.ts';
import { presetKey } from './configurationText.ts';

export interface ConfigurationDestinationsPorts {
  readonly copies: Pick<CopyRegistry, 'list' | 'planAutoRefresh'>;
  readonly planned: Pick<PlannedDestinations, 'list' | 'plan'>;
  readonly presets: Pick<PresetService, 'find' | 'custom'>;
  readonly folders: ConfigurationFolders;
}

/** A destination of an order here: `hasFiles` once an export was made to it. */
interface KnownDestination extends ConfigurationDestination {
  readonly hasFiles: boolean;
}

type DestinationChange = Extract<ConfigurationChange, { readonly kind: 'destination' }>;

/** Where the files of orders go: the folders that were exported to, and those that an import planned. */
export class ConfigurationDestinations {
  readonly #ports: ConfigurationDestinationsPorts;

  constructor(ports: ConfigurationDestinationsPorts) {
    this.#ports = ports;
  }

  /**
   * The destinations of each order, by its id, the planned ones first. Left out: those whose custom preset no longer exists,
   * and folders that a file can't name.
   */
  byOrder(): ReadonlyMap<string, readonly KnownDestination[]> {
    const copies = this.#copies();
    const planned = this.#ports.planned.list();
    const isPlanned = new Set(planned.map(destinationIdentity));
    const all = [
      ...planned.map((each) => this.#known(each, copies.has(destinationIdentity(each)))),
      ...[...copies].map(([identity, copy]) => {
        const parts = chosenParts(copy.presetId, copy.files);
        return isPlanned.has(identity) ? null : this.#known({ ...copy, parts }, true);
      }),
    ].filter((each) => each !== null);
    const grouped = Map.groupBy(all, ({ orderId }) => orderId);
    return new Map([...grouped].map(([id, own]) => [id, own.map(({ orderId: _, ...known }) => known)]));
  }

  /**
   * Plans changes of destinations: those without files are planned, added and removed; automatic updates are changed.
   * Error: `invalidInput` of `destination` (`tooMany`).
   * @param presetIds of the presets after the import, by their keys
   */
  plan(
    changes: readonly DestinationChange[],
    orderIdOf: (item: DestinationChange['item']) => string,
    presetIds: ReadonlyMap<string, string>,
  ): Result<PlannedChange> {
    const { planned, copies, folders } = this.#ports;
    const plannedIds = new Map(planned.list().map((each) => [destinationIdentity(each), each.id]));
    const exported = this.#copies();
    const set: Omit<PlannedDestination, 'id'>[] = [];
    const removed: string[] = [];
    const updates = new Map<string, boolean>();
    for (const { action, item } of changes) {
      const { preset, parts, folder, automaticUpdates: autoRefresh } = item;
      const presetId = presetIds.get(presetKey(preset)) ?? preset;
      const destination = { orderId: orderIdOf(item), presetId, parts, target: folders.absolute(folder) };
      const identity = destinationIdentity(destination);
      const [plannedId, copy] = [plannedIds.get(identity), exported.get(identity)];
      if (action === 'removed') removed.push(...(plannedId === undefined ? [] : [plannedId]));
      // An order that was removed and returns has its exported files.
      else if (plannedId === undefined && copy !== undefined) updates.set(copy.id, autoRefresh);
      else set.push({ ...destination, autoRefresh });
    }
    const destinations = planned.plan(set, removed);
    return destinations.ok
      ? ok(joinedChanges([destinations.value, copies.planAutoRefresh(updates)]))
      : destinations;
  }

  /** Exported files by the identity of their destination: the newest, as its folder may have a date in its name. */
  #copies(): ReadonlyMap<string, CopyBundle> {
    const byAge = this.#ports.copies.list().toSorted((one, other) => one.writtenAt - other.writtenAt);
    return new Map(byAge.map((copy) => [writtenIdentity(copy), copy]));
  }

  /** `null`: a file can't have it. */
  #known(
    { orderId, presetId, parts, target, autoRefresh }: Omit<PlannedDestination, 'id'>,
    hasFiles: boolean,
  ): (KnownDestination & { readonly orderId: string }) | null {
    const found = this.#ports.presets.find(presetId);
    const folder = this.#ports.folders.textOf(target);
    if (found === null || folder === null) return null;
    const preset = found.name === null ? found.id : CUSTOM_PRESET + found.name;
    // The preset may have got a passphrase after the export.
    const automaticUpdates = autoRefresh && !needsPassphrase(found);
    return { orderId, preset, parts: parts && [...parts], folder, automaticUpdates, hasFiles };
  }
}
