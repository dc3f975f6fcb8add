import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { ExportPreset } from '#shared/domain/preset.ts';
import { presetTitle } from './presetWords.ts';

interface RemovePresetProps {
  readonly preset: ExportPreset;
  readonly onRemoved: () => void;
}

/** Removes an own preset after saying what stays. */
export function RemovePreset({ preset, onRemoved }: RemovePresetProps) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  if (asking) return <Question preset={preset} onKeep={() => setAsking(false)} onRemoved={onRemoved} />;
  return (
    <div className="border-t border-line pt-4">
      <Button variant="ghost" icon={Trash2} className="text-danger!" onClick={() => setAsking(true)}>
        {t('presets.remove.button')}
      </Button>
    </div>
  );
}

function Question({ preset, onKeep, onRemoved }: RemovePresetProps & { readonly onKeep: () => void }) {
  const t = useT();
  const shown = useShownOnMount<HTMLElement>();
  const remove = useAction(() => bridge().calls['presets:remove'](preset.id));
  return (
    <section ref={shown} className="flex flex-col gap-3 rounded-lg bg-danger-soft p-3">
      <div>
        <p className="text-sm font-medium break-words">
          {t('presets.remove.question', { name: presetTitle(preset, t) })}
        </p>
        <p className="text-xs">{t('presets.remove.explained')}</p>
      </div>
      {remove.error !== null && <ErrorBanner reveal error={remove.error} />}
      <div className="flex justify-end gap-2">
        <Button autoFocus onClick={onKeep}>
          {t('presets.remove.keep')}
        </Button>
        <Button
          variant="danger"
          busy={remove.busy}
          onClick={() =>
            void remove.run().then((result) => {
              if (result.ok) onRemoved();
            })
          }
        >
          {t('presets.remove.confirm')}
        </Button>
      </div>
    </section>
  );
}
