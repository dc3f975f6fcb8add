import type { PresetFile } from '#shared/domain/preset.ts';

/** A file of a preset in its place. */
export interface PlacedFile extends Pick<PresetFile, 'format' | 'parts'> {
  /** Relative to the target, as outcomes have it. */
  readonly path: string;
}

/** The paths of an outcome, which are in the order of the preset's files, each with what it holds. */
export function placedFiles(files: readonly PresetFile[], paths: readonly string[]): readonly PlacedFile[] {
  return paths.flatMap((path, index) => {
    const file = files[index];
    return file === undefined ? [] : { path, format: file.format, parts: file.parts };
  });
}
