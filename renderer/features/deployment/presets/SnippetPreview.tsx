import { PlainText } from '#renderer/components/PlainText.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { snippetOf } from '#shared/domain/presetServer.ts';
import type { ExportPreset } from '#shared/domain/presets/presets.ts';
import { type NamesExample, previewFor } from './exampleNames.ts';

interface SnippetPreviewProps {
  readonly preset: Pick<ExportPreset, 'folder' | 'server' | 'files'>;
  readonly example: NamesExample;
}

/** The lines of configuration that an export will show; nothing where there are none. */
export function SnippetPreview({ preset, example }: SnippetPreviewProps) {
  const t = useT();
  const snippet = snippetFor(preset, example);
  if (snippet === null) return null;
  return (
    <div className="flex flex-col gap-1">
      <PlainText label={t('presets.lines')} text={snippet.trimEnd()} />
      <p className="text-xs text-muted">{t('presets.linesPreview', { title: example.title })}</p>
    </div>
  );
}

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
