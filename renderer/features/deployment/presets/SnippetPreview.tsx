import { PlainText } from '#renderer/components/PlainText.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { ExportPreset } from '#shared/domain/preset.ts';
import type { NamesExample } from './exampleNames.ts';
import { snippetFor } from './exampleSnippet.ts';

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
