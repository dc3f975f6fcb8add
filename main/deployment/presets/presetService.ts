import { distinctName } from '#main/platform/distinctName.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import { type ExportPreset, OWN_PRESETS_MAX } from '#shared/domain/preset.ts';
import { type PresetDraft, presetDraftSchema } from '#shared/domain/presetDraft.ts';
import { presetProblem } from '#shared/domain/presetProblem.ts';
import type { InputField, InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { builtinPresets } from './builtinPresets.ts';
import type { OwnPreset, PresetRepository, StoredPreset } from './preset.ts';

export interface PresetServicePorts {
  readonly repository: PresetRepository;
  readonly newId: () => string;
  readonly logger: Logger;
}

/** The presets of an export: those that come with the app, and own ones. */
export class PresetService {
  readonly #ports: PresetServicePorts;
  readonly #own: Map<string, OwnPreset>;
  readonly #changed = new Emitter<void>('presetService.changed');

  /** Fires when `list` gives something else. */
  readonly onDidChange = this.#changed.event;

  /** Throws when the database cannot be read. A stored preset that is not usable is left out, and stays stored. */
  constructor(ports: PresetServicePorts) {
    this.#ports = ports;
    const read = ports.repository.all().map(usable);
    const own = read.filter((preset) => preset !== null);
    if (own.length < read.length)
      ports.logger.warn('Stored presets cannot be used', { count: read.length - own.length });
    this.#own = new Map(own.map((preset) => [preset.id, preset]));
  }

  /** Those that come with the app, then own ones by name. */
  list(): readonly ExportPreset[] {
    return [...builtinPresets, ...[...this.#own.values()].toSorted(byName)];
  }

  find(id: string): ExportPreset | null {
    return builtinPresets.find((preset) => preset.id === id) ?? this.#own.get(id) ?? null;
  }

  /**
   * Adds an own preset, or changes the one of `id`. Errors: `unknownId`, also for one that comes with the app;
   * `invalidInput` of `presetName`, `presetFolder`, `presetFileName`, `presetFile`; `storage`.
   */
  save({ id, ...draft }: PresetDraft & { readonly id: string | null }): Result<ExportPreset> {
    if (id !== null && !this.#own.has(id)) return err({ kind: 'unknownId' });
    if (id === null && this.#own.size >= OWN_PRESETS_MAX) return invalid('presetName', 'tooMany');
    const others = [...this.#own.values()].filter((preset) => preset.id !== id);
    const name = distinctName(
      draft.name,
      others.map((other) => other.name),
    );
    if (!name.ok) return invalid('presetName', name.error);
    const problem = presetProblem(draft);
    if (problem !== null) return invalid(problem.field, problem.reason);
    const preset = { ...draft, id: id ?? this.#ports.newId(), name: name.value };
    const saved = this.#ports.repository.save(preset);
    if (!saved.ok) return saved;
    this.#own.set(preset.id, preset);
    this.#changed.fire();
    return ok(preset);
  }

  /** Removes an own preset. Errors: `unknownId`, `storage`. */
  remove(id: string): Result<null> {
    if (!this.#own.has(id)) return err({ kind: 'unknownId' });
    const removed = this.#ports.repository.remove(id);
    if (!removed.ok) return removed;
    this.#own.delete(id);
    this.#changed.fire();
    return removed;
  }
}

function usable(stored: StoredPreset): OwnPreset | null {
  const draft = presetDraftSchema.safeParse(stored).data;
  if (draft === undefined || presetProblem(draft) !== null) return null;
  return { id: stored.id, ...draft };
}

function byName(one: OwnPreset, other: OwnPreset): number {
  return one.name.localeCompare(other.name);
}

function invalid(field: InputField, reason: InputReason): Result<never> {
  return err({ kind: 'invalidInput', field, reason });
}
