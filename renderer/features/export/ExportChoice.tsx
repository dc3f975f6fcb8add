import { ShieldAlert } from 'lucide-react';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { RadioGroup } from '#renderer/components/RadioGroup.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import {
  type ExportContainer,
  type ExportPart,
  exportFileNames,
  exportParts,
} from '#shared/domain/export.ts';
import type { AppError } from '#shared/errors.ts';

/** What a person wants: which files, in a folder or in one ZIP file. */
export interface ExportWishes {
  readonly parts: ReadonlySet<ExportPart>;
  readonly container: ExportContainer;
}

/** Where the material is from: the service, one delivery, or the last accepted delivery of each order. */
export type ExportSource = 'service' | 'delivery' | 'pushOnly';

interface ExportChoiceProps {
  readonly source: ExportSource;
  readonly wishes: ExportWishes;
  readonly onChange: (wishes: ExportWishes) => void;
  /** Why the export could not begin, or `null`. */
  readonly error: AppError | null;
}

/** The first page of an export: files and container. The place itself is chosen in the native dialog. */
export function ExportChoice({ source, wishes, onChange, error }: ExportChoiceProps) {
  const t = useT();
  const { parts, container } = wishes;
  const toggle = (part: ExportPart, isWanted: boolean) => {
    const next = new Set(parts);
    if (isWanted) next.add(part);
    else next.delete(part);
    onChange({ ...wishes, parts: next });
  };
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-muted">
        {source === 'service' ? t('exporting.description') : t(`inbox.exporting.${source}`)}
      </p>
      <fieldset>
        <legend className="mb-1.5 text-xs font-medium">{t('exporting.parts')}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {exportParts.map((part) => (
            <Checkbox
              key={part}
              checked={parts.has(part)}
              onCheckedChange={(isWanted) => toggle(part, isWanted)}
              label={
                <>
                  {t(`exporting.part.${part}`)}{' '}
                  <code className="font-mono text-xs text-muted">{exportFileNames[part]}</code>
                </>
              }
              hint={
                part === 'key' && source !== 'service'
                  ? t('inbox.exporting.keyHint')
                  : t(`exporting.partHint.${part}`)
              }
            />
          ))}
        </div>
        <p aria-live="polite" className="mt-1 min-h-4.5 text-xs text-danger">
          {parts.size === 0 ? t('exporting.noParts') : ''}
        </p>
      </fieldset>
      <RadioGroup
        legend={t('exporting.container')}
        layout="row"
        value={container}
        onValueChange={(chosen) => onChange({ ...wishes, container: chosen })}
        options={[
          {
            value: 'folder',
            label: t('exporting.containers.folder'),
            hint: t('exporting.containers.folderHint'),
          },
          { value: 'zip', label: t('exporting.containers.zip'), hint: t('exporting.containers.zipHint') },
        ]}
      />
      <p className="flex min-h-4.5 items-start gap-1.5 text-xs text-muted">
        {container === 'zip' && parts.has('key') && (
          <>
            <ShieldAlert size={14} aria-hidden className="mt-0.5 shrink-0 text-amber" />
            {t('exporting.keyInZip')}
          </>
        )}
      </p>
      {error !== null && <ErrorBanner reveal error={error} />}
    </div>
  );
}
