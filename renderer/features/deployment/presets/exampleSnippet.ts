import type { ExportPreset } from '#shared/domain/preset.ts';
import { snippetOf } from '#shared/domain/presetSnippet.ts';
import { type NamesExample, previewFor } from './exampleNames.ts';

/**
 * The lines of configuration that a preset gives for an example, with paths that begin at the place of an export.
 * `null`: no server, nothing that it needs, or a template that gives no usable name yet.
 */
export function snippetFor(
  { folder, server, files }: Pick<ExportPreset, 'folder' | 'server' | 'files'>,
  example: NamesExample,
): string | null {
  if (server === null) return null;
  const names = [folder, ...files.map(({ name }) => name)].map((template) => template.trim());
  const [inFolder, ...inFiles] = names.map((name) => (name === '' ? '' : previewFor(name, example)));
  if (inFolder == null || inFiles.some((name) => name === null || name === '')) return null;
  const place = inFolder === '' ? '' : `${inFolder}/`;
  return snippetOf(
    server,
    files.map(({ format, parts }, index) => ({ format, parts, path: `${place}${inFiles[index] ?? ''}` })),
  );
}
