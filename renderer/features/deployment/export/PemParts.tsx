import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { type ExportPart, exportFileNames, exportParts } from '#shared/domain/export.ts';

interface PemPartsProps {
  readonly parts: ReadonlySet<ExportPart>;
  /** The key is one that a delivery brought. */
  readonly isKeyDelivered: boolean;
  readonly onChange: (parts: ReadonlySet<ExportPart>) => void;
}

/** Which of the four PEM files are wanted. */
export function PemParts({ parts, isKeyDelivered, onChange }: PemPartsProps) {
  const t = useT();
  const toggle = (part: ExportPart, isWanted: boolean) => {
    const next = new Set(parts);
    if (isWanted) next.add(part);
    else next.delete(part);
    onChange(next);
  };
  return (
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
              part === 'key' && isKeyDelivered
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
  );
}
