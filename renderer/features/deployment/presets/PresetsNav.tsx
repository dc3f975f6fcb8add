import { Plus } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { type ExportPreset, OWN_PRESETS_MAX } from '#shared/domain/preset.ts';
import { presetTitle } from './presetWords.ts';

interface PresetsNavProps {
  readonly presets: readonly ExportPreset[];
  /** The preset that is shown; `null` for a new one. */
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
  readonly onNew: () => void;
}

/** All presets, and the way to a new one. */
export function PresetsNav({ presets, chosenId, onChoose, onNew }: PresetsNavProps) {
  const t = useT();
  const own = presets.filter(({ name }) => name !== null);
  const isFull = own.length >= OWN_PRESETS_MAX;
  return (
    <nav aria-label={t('presets.list')} className="flex min-h-0 flex-col gap-2">
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-0.5">
        <Group
          title={t('presets.builtin')}
          presets={presets.filter(({ name }) => name === null)}
          chosenId={chosenId}
          onChoose={onChoose}
        />
        {own.length > 0 && (
          <Group title={t('presets.own')} presets={own} chosenId={chosenId} onChoose={onChoose} />
        )}
      </div>
      <Button
        icon={Plus}
        variant="ghost"
        disabled={isFull}
        aria-current={chosenId === null}
        className={cx('w-full justify-start!', chosenId === null && 'bg-accent-soft text-ink!')}
        onClick={onNew}
      >
        {t('presets.add')}
      </Button>
      {isFull && <p className="text-xs text-muted">{t('presets.addFull', { count: OWN_PRESETS_MAX })}</p>}
    </nav>
  );
}

interface GroupProps {
  readonly title: string;
  readonly presets: readonly ExportPreset[];
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
}

function Group({ title, presets, chosenId, onChoose }: GroupProps) {
  const t = useT();
  const id = useId();
  return (
    <section className="flex flex-col gap-0.5">
      <h3 id={id} className="px-2 text-2xs font-medium text-faint">
        {title}
      </h3>
      <ul aria-labelledby={id} className="flex flex-col gap-0.5">
        {presets.map((preset) => {
          const isCurrent = preset.id === chosenId;
          const name = presetTitle(preset, t);
          return (
            <li key={preset.id}>
              <button
                type="button"
                aria-current={isCurrent}
                data-autofocus={isCurrent || undefined}
                title={name}
                onClick={() => onChoose(preset.id)}
                className={cx(
                  'block w-full truncate rounded-md px-2 py-1 text-left text-sm',
                  isCurrent ? 'bg-accent-soft font-medium' : 'hover:bg-hover',
                )}
              >
                {name}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
