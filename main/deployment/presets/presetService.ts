import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { PlannedChange } from '#main/platform/plannedChange.ts';
import { comparableName, validateUniqueName } from '#main/platform/validateUniqueName.ts';
import { OWN_PRESETS_MAX } from '#shared/domain/preset.ts';
import { type PresetDraft, presetDraftSchema } from '#shared/domain/presetDraft.ts';
import { presetProblem } from '#shared/domain/presetProblem.ts';
import { builtinPresets, type ExportPreset } from '#shared/domain/presets/presets.ts';
import type { InputField, InputReason } from '#shared/errors.ts';
import { err, firstError, ok, type Result } from '#shared/result.ts';

export interface PresetServicePorts {
  readonly repository: PresetRepository;
  readonly newId: () => string;
  readonly logger: Logger;
}

export class PresetService {
  readonly #ports: PresetServicePorts;
  readonly #custom: Map<string, CustomPreset>;
  readonly #changed = new Emitter<void>('presetService.changed');

  readonly onDidChange = this.#changed.event;

  /** Throws if the database can't be read. Unusable stored presets are skipped, and stay stored. */
  constructor(ports: PresetServicePorts) {
    this.#ports = ports;
    const read = ports.repository.all().map(usable);
    const custom = read.filter((preset) => preset !== null);
    if (custom.length < read.length)
      ports.logger.warn('Stored presets cannot be used', { count: read.length - custom.length });
    this.#custom = new Map(custom.map((preset) => [preset.id, preset]));
  }

  /** Built-in presets, then custom ones by name. */
  list(): readonly ExportPreset[] {
    return [...builtinPresets, ...this.custom()];
  }

  custom(): readonly CustomPreset[] {
    return [...this.#custom.values()].toSorted(byName);
  }

  find(id: string): ExportPreset | null {
    return builtinPresets.find((preset) => preset.id === id) ?? this.#custom.get(id) ?? null;
  }

  /**
   * Adds a custom preset, or changes the one with `id`. Errors: `unknownId`, also for a built-in preset;
   * `invalidInput` of `presetName`, `presetFolder`, `presetFileName`, `presetFile`; `storage`.
   */
  save({ id, ...draft }: PresetDraft & { readonly id: string | null }): Result<ExportPreset> {
    if (id !== null && !this.#custom.has(id)) return err({ kind: 'unknownId' });
    if (id === null && this.#custom.size >= OWN_PRESETS_MAX) return invalid('presetName', 'tooMany');
    const others = [...this.#custom.values()].filter((preset) => preset.id !== id);
    const name = validateUniqueName(draft.name, new Set(others.map((other) => comparableName(other.name))));
    if (!name.ok) return invalid('presetName', name.error);
    const problem = presetProblem(draft);
    if (problem !== null) return invalid(problem.field, problem.reason);
    const preset = { ...draft, id: id ?? this.#ports.newId(), name: name.value };
    const saved = this.#ports.repository.save(preset);
    if (!saved.ok) return saved;
    this.#custom.set(preset.id, preset);
    this.#changed.fire();
    return ok(preset);
  }

  /**
   * Plans to add (`id` is `null`), change and remove custom presets, all of them valid. `ids`: of `saved`, in their order.
   * Error: `invalidInput` of `presetName` (`tooMany`).
   */
  plan(
    saved: readonly (PresetDraft & { readonly id: string | null })[],
    removed: readonly string[],
  ): Result<PlannedChange & { readonly ids: readonly string[] }> {
    const { repository, newId } = this.#ports;
    const presets = saved.map((preset) => ({ ...preset, id: preset.id ?? newId() }));
    const after = new Set([...this.#custom.keys(), ...presets.map(({ id }) => id)]).size - removed.length;
    if (after > OWN_PRESETS_MAX) return invalid('presetName', 'tooMany');
    return ok({
      ids: presets.map(({ id }) => id),
      write: () =>
        firstError([
          ...removed.map((id) => () => repository.remove(id)),
          ...presets.map((preset) => () => repository.save(preset)),
        ]),
      take: () => {
        for (const id of removed) this.#custom.delete(id);
        for (const preset of presets) this.#custom.set(preset.id, preset);
        this.#changed.fire();
      },
    });
  }

  /** Removes a custom preset. Errors: `unknownId`, `storage`. */
  remove(id: string): Result<null> {
    if (!this.#custom.has(id)) return err({ kind: 'unknownId' });
    const removed = this.#ports.repository.remove(id);
    if (!removed.ok) return removed;
    this.#custom.delete(id);
    this.#changed.fire();
    return removed;
  }
}

function usable(stored: StoredPreset): CustomPreset | null {
  const draft = presetDraftSchema.safeParse(stored).data;
  if (draft === undefined || presetProblem(draft) !== null) return null;
  return { id: stored.id, ...draft };
}

function byName(one: CustomPreset, other: CustomPreset): number {
  return one.name.localeCompare(other.name);
}

function invalid(field: InputField, reason: InputReason): Result<never> {
  return err({ kind: 'invalidInput', field, reason });
}

export interface CustomPreset extends ExportPreset {
  readonly name: string;
}

export interface PresetRepository {
  /** All presets, not validated yet. Throws if the database can't be read. */
  all(): readonly StoredPreset[];
  /** Adds or replaces a preset. Errors: `storage`. */
  save(preset: CustomPreset): Result<null>;
  remove(id: string): Result<null>;
}

/** A preset from the database, possibly written by another version or program. */
export interface StoredPreset {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  readonly server: string | null;
  /** The parsed JSON; `undefined`: it was invalid. */
  readonly files: unknown;
}
