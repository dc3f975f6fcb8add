import type { InputReason } from '../errors.ts';
import type { ExportPreset, PresetFile } from './preset.ts';
import { differsPerOrder, templateProblem } from './presetTemplate.ts';

/** What is wrong with a preset, and where. Its name is another matter: see `PresetService`. */
export interface PresetProblem {
  readonly field: 'presetFolder' | 'presetFileName' | 'presetFile';
  readonly reason: InputReason;
  /** Of the file that is at fault; `null`: the folder. */
  readonly index: number | null;
}

/**
 * Looks for the first thing that is wrong with the folder and the files of a preset: a template that gives no usable
 * name, two files of one name, a file without what it needs, a private key that everybody could read. An empty folder
 * puts files directly into the target: then each file's name has to differ per order. `null`: nothing is wrong.
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
  if (parts.length === 0) return 'partsMissing';
  if (new Set(parts).size < parts.length) return 'alreadyExists';
  if (format !== 'pem' && !(parts.includes('key') && parts.includes('leaf'))) return 'partsMissing';
  return parts.includes('key') && mode === '644' ? 'readableByAll' : null;
}
