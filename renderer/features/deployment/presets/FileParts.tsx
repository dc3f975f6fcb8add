import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { type FileDraft, partsToShow, withPart, withPartMoved } from './presetDraft.ts';

interface FilePartsProps {
  readonly file: FileDraft;
  readonly onChange: (file: FileDraft) => void;
}

/** What stands in a PEM file, in its order. Parts that are not in it come last. */
export function FileParts({ file, onChange }: FilePartsProps) {
  const t = useT();
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium">{t('presets.field.parts')}</legend>
      <ol className="divide-y divide-line rounded-md border border-line">
        {partsToShow(file).map((part) => {
          const place = file.parts.indexOf(part);
          const label = t(`presets.part.${part}`);
          return (
            <li key={part} className="flex h-8 items-center gap-1 pr-1 pl-2.5">
              <span className="flex min-w-0 flex-1 items-center">
                <Checkbox
                  label={<span className="inline-block first-letter:uppercase">{label}</span>}
                  checked={place >= 0}
                  onCheckedChange={(isWanted) => onChange(withPart(file, part, isWanted))}
                />
              </span>
              {place >= 0 && (
                <>
                  <IconButton
                    icon={ArrowUp}
                    size="sm"
                    label={t('presets.moveUp', { part: label })}
                    disabled={place === 0}
                    onClick={() => onChange(withPartMoved(file, part, -1))}
                  />
                  <IconButton
                    icon={ArrowDown}
                    size="sm"
                    label={t('presets.moveDown', { part: label })}
                    disabled={place === file.parts.length - 1}
                    onClick={() => onChange(withPartMoved(file, part, 1))}
                  />
                </>
              )}
            </li>
          );
        })}
      </ol>
    </fieldset>
  );
}
