import { ChevronRight, SlidersHorizontal } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#renderer/components/Button.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { type ExportPart, exportFileNames, exportParts } from '#shared/domain/export.ts';
import type { ExportPreset } from '#shared/domain/presets/presets.ts';
import { presetTitle } from '#shared/i18n/exportText.ts';
import { type NamesExample, nameFor } from '../presets/exampleNames.ts';

interface PresetChoiceProps {
  readonly legend: string;
  readonly presets: readonly ExportPreset[];
  readonly chosenId: string;
  /** Names for the file names; `null` if several orders are exported. */
  readonly example: NamesExample | null;
  readonly onChoose: (id: string) => void;
  readonly onManage: () => void;
}

/** What most need, offered first. */
const usual = ['nginx', 'apache', 'iis', 'pem'];
const SHOWN = 4;

/** The presets that are offered at first: the one that was chosen when the dialog opened, and the most usual ones, in their order. */
function firstPresets(presets: readonly ExportPreset[], chosenId: string): readonly ExportPreset[] {
  const wanted = [...new Set([chosenId, ...usual])].filter((id) => presets.some((one) => one.id === id));
  const first = new Set(wanted.slice(0, SHOWN));
  return presets.filter(({ id }) => first.has(id));
}

/** The presets as native radio buttons that look like chips: the last used one and three more, the others on request. */
export function PresetChoice({ legend, presets, chosenId, example, onChoose, onManage }: PresetChoiceProps) {
  const t = useT();
  const group = useId();
  const chips = useRef<HTMLDivElement>(null);
  const [first] = useState(() => firstPresets(presets, chosenId));
  const [hasAll, setHasAll] = useState(presets.length <= SHOWN);
  const isShown = ({ id }: ExportPreset) => hasAll || id === chosenId || first.some((one) => one.id === id);
  const showAll = () => {
    flushSync(() => setHasAll(true));
    chips.current?.querySelector<HTMLElement>('input:checked')?.focus();
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-xs font-medium">{legend}</legend>
      <div
        ref={chips}
        className="-m-1 flex max-h-40 flex-wrap items-center gap-1.5 overflow-y-auto p-1 short:max-h-none"
      >
        {presets.filter(isShown).map((preset) => {
          const isChosen = preset.id === chosenId;
          const title = presetTitle(preset, t);
          const files = preset.files
            .map(({ name }) => nameFor(name, example))
            .join(t('common.listSeparator'));
          return (
            <label
              key={preset.id}
              title={`${title}: ${files}`}
              className={cx(
                'relative flex h-8 max-w-full items-center rounded-full border px-3 text-sm transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                isChosen
                  ? 'border-accent bg-accent-soft font-medium forced-colors:border-3'
                  : 'border-field hover:bg-hover',
              )}
            >
              <input
                type="radio"
                name={group}
                checked={isChosen}
                data-autofocus={isChosen || undefined}
                onChange={() => onChoose(preset.id)}
                className="absolute inset-0 size-full appearance-none rounded-full outline-none"
              />
              <span className="truncate">{title}</span>
            </label>
          );
        })}
        {hasAll ? (
          <Button variant="ghost" size="sm" icon={SlidersHorizontal} onClick={onManage}>
            {t('exporting.managePresets')}
          </Button>
        ) : (
          <Button variant="ghost" size="sm" icon={ChevronRight} onClick={showAll}>
            {t('exporting.morePresets')}
          </Button>
        )}
      </div>
    </fieldset>
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
      <p aria-live="polite" className="mt-1 text-xs text-danger">
        {parts.size === 0 ? t('exporting.noParts') : ''}
      </p>
    </fieldset>
  );
}
