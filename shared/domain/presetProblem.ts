import type { InputReason } from '../errors.ts';
import type { PresetFile } from './preset.ts';
import { formatRules } from './presetFormat.ts';
import type { ExportPreset } from './presets/presets.ts';
import { differsPerOrder, templateProblem } from './presetTemplate.ts';

/** What is wrong with a preset, and where. The name is checked by `PresetService`. */
export interface PresetProblem {
  readonly field: 'presetFolder' | 'presetFileName' | 'presetFile';
  readonly reason: InputReason;
  /** Index of the file with the problem; `null`: the folder. */
  readonly index: number | null;
}

/**
 * The first problem of a preset's folder and files; `null`: none. With an empty folder, files go directly into the target,
 * so each name must differ per order.
 */
export function presetProblem({
  folder,
  files,
}: Pick<ExportPreset, 'folder' | 'files'>): PresetProblem | null {
  for (const [index, file] of files.entries()) {
    const reason = templateProblem(file.name);
    if (reason !== null) return { field: 'presetFileName', reason, index };
    if (files.findIndex(({ name }) => name === file.name) < index)
      return { field: 'presetFileName', reason: 'alreadyExists', index };
    const problem = fileProblem(file);
    if (problem !== null) return { field: 'presetFile', reason: problem, index };
  }
  if (folder !== '') {
    const reason = templateProblem(folder);
    return reason === null ? null : { field: 'presetFolder', reason, index: null };
  }
  return files.every(({ name }) => differsPerOrder(name))
    ? null
    : { field: 'presetFolder', reason: 'sameForAllOrders', index: null };
}

function fileProblem({ parts, format, mode }: PresetFile): InputReason | null {
  const { always, optional, isSingle } = formatRules[format];
  if (parts.length === 0 || always.some((part) => !parts.includes(part))) return 'partsMissing';
  if (new Set(parts).size < parts.length) return 'alreadyExists';
  if ((isSingle && parts.length > 1) || parts.some((part) => ![...always, ...optional].includes(part)))
    return 'partsUnsuitable';
  return parts.includes('key') && mode === '644' ? 'readableByAll' : null;
}
