import { SlidersHorizontal } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { cx } from '#renderer/components/cx.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { type ExportPart, exportFileNames, exportParts } from '#shared/domain/export.ts';
import type { ExportPreset } from '#shared/domain/preset.ts';
import { presetTitle } from '#shared/i18n/exportText.ts';
import { type NamesExample, nameFor } from '../presets/exampleNames.ts';

interface PresetChoiceProps {
  readonly presets: readonly ExportPreset[];
  readonly chosenId: string;
  /** Names for the file names; `null` if several orders are exported. */
  readonly example: NamesExample | null;
  readonly onChoose: (id: string) => void;
  readonly onManage: () => void;
}

/** All presets with the files that they write, as native radio buttons. */
export function PresetChoice({ presets, chosenId, example, onChoose, onManage }: PresetChoiceProps) {
  const t = useT();
  const group = useId();
  return (
    <div className="flex min-h-0 min-w-0 flex-col gap-1.5">
      <fieldset className="flex min-h-0 min-w-0 flex-col">
        <legend className="mb-1.5 text-xs font-medium">{t('exporting.preset')}</legend>
        <div className="flex min-h-0 flex-col gap-px overflow-y-auto rounded-lg border border-line p-1">
          {presets.map((preset) => (
            <Option
              key={preset.id}
              group={group}
              title={presetTitle(preset, t)}
              files={preset.files.map(({ name }) => nameFor(name, example)).join(t('common.listSeparator'))}
              isChosen={preset.id === chosenId}
              onChoose={() => onChoose(preset.id)}
            />
          ))}
        </div>
      </fieldset>
      <Button variant="ghost" size="sm" icon={SlidersHorizontal} className="self-start" onClick={onManage}>
        {t('exporting.managePresets')}
      </Button>
    </div>
  );
}

interface OptionProps {
  readonly group: string;
  readonly title: string;
  readonly files: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Option({ group, title, files, isChosen, onChoose }: OptionProps) {
  const shown = useShownOnMount<HTMLLabelElement>(isChosen);
  return (
    <label
      ref={shown}
      className={cx(
        'flex shrink-0 items-start gap-2 rounded-md px-2 py-1',
        isChosen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <input
        type="radio"
        name={group}
        checked={isChosen}
        data-autofocus={isChosen || undefined}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-field bg-surface checked:border-5 checked:border-accent"
      />
      <span className="flex min-w-0 flex-col">
        <span className="truncate text-sm" title={title}>
          {title}
        </span>
        <span className="truncate text-2xs text-muted" title={files}>
          {files}
        </span>
      </span>
    </label>
  );
}

interface PemPartsProps {
  readonly parts: ReadonlySet<ExportPart>;
  readonly isKeyDelivered: boolean;
  readonly onChange: (parts: ReadonlySet<ExportPart>) => void;
}

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
