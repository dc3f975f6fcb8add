import { FileKey2, FileLock2, FileText } from 'lucide-react';
import { useT } from '#renderer/hooks/useT.ts';
import type { PresetFile } from '#shared/domain/preset.ts';
import { builtinPresetIds, type ExportPreset } from '#shared/domain/presets/presets.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { type NamesExample, nameFor } from './exampleNames.ts';

interface PresetFilesProps {
  readonly preset: Pick<ExportPreset, 'folder' | 'files'>;
  /** The order whose names are shown; `null` shows the templates. */
  readonly example: NamesExample | null;
}

/** The files of a preset, each with what is in it and who may read it. */
export function PresetFiles({ preset, example }: PresetFilesProps) {
  const t = useT();
  return (
    <ul aria-label={t('presets.files')} className="divide-y divide-line rounded-lg border border-line">
      {preset.files.map((file) => {
        const Icon = iconOf(file);
        return (
          <li key={file.name} className="flex items-start gap-2.5 px-3 py-2">
            <Icon size={15} aria-hidden className="mt-0.5 shrink-0 text-muted" />
            <span className="flex min-w-0 flex-col">
              <code data-selectable className="font-mono text-xs leading-5 break-all">
                {pathFor(preset.folder, file.name, example)}
              </code>
              <span className="block text-xs text-muted first-letter:uppercase">{fileContents(file, t)}</span>
              <span className="text-xs text-muted">
                {[t(`presets.format.${file.format}`), t(`presets.readable.${file.mode}`)].join(' · ')}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function pathFor(folder: string, name: string, example: NamesExample | null): string {
  return folder === '' ? nameFor(name, example) : `${nameFor(folder, example)}/${nameFor(name, example)}`;
}

function iconOf({ format, parts }: PresetFile) {
  if (format !== 'pem') return FileLock2;
  return parts.includes('key') ? FileKey2 : FileText;
}

export function presetAbout({ id, name }: Pick<ExportPreset, 'id' | 'name'>, t: Translate): string {
  const builtin = name === null ? builtinPresetIds.find((known) => known === id) : undefined;
  return t(`presets.about.${builtin ?? 'own'}`);
}

/** The contents of a file in their order, such as `private key + chain`. */
export function fileContents({ parts }: Pick<PresetFile, 'parts'>, t: Translate): string {
  return parts.map((part) => t(`presets.part.${part}`)).join(t('presets.partSeparator'));
}
