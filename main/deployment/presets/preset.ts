import type { ExportPreset } from '#shared/domain/preset.ts';
import type { Result } from '#shared/result.ts';

/** A custom preset. */
export interface CustomPreset extends ExportPreset {
  readonly name: string;
}

export interface PresetRepository {
  /** All presets, not validated yet. Throws if the database can't be read. */
  all(): readonly StoredPreset[];
  /** Adds or replaces a preset. Errors: `storage`. */
  save(preset: CustomPreset): Result<null>;
  /** Errors: `storage`. */
  remove(id: string): Result<null>;
}

/** A preset from the database, possibly written by another version or program. */
export interface StoredPreset {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  readonly switching: string;
  readonly server: string | null;
  /** The parsed JSON; `undefined`: it was invalid. */
  readonly files: unknown;
}
