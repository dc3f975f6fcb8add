import type { ExportPreset } from '#shared/domain/preset.ts';
import type { Result } from '#shared/result.ts';

/** A person's own preset as it is stored. */
export interface OwnPreset extends ExportPreset {
  readonly name: string;
}

/** Where own presets are kept. */
export interface PresetRepository {
  /** Every one as it was stored; `files` may be anything. Throws when the database cannot be read. */
  all(): readonly StoredPreset[];
  /** Adds or replaces one. Errors: `storage`. */
  save(preset: OwnPreset): Result<null>;
  /** Errors: `storage`. */
  remove(id: string): Result<null>;
}

/** A preset out of the database, which a former version or another hand may have written. */
export interface StoredPreset {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  readonly switching: string;
  readonly server: string | null;
  /** What the JSON held, or `undefined` when it was none. */
  readonly files: unknown;
}
