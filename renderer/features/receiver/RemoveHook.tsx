import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { HookView } from '#shared/domain/receiver.ts';

interface RemoveHookProps {
  readonly hook: HookView;
  readonly onRemoved: () => void;
}

/** Removes a hook after saying what goes with it and what stays. */
export function RemoveHook({ hook, onRemoved }: RemoveHookProps) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  if (asking) return <Question hook={hook} onKeep={() => setAsking(false)} onRemoved={onRemoved} />;
  return (
    <div className="border-t border-line pt-4">
      <Button variant="ghost" icon={Trash2} className="text-danger!" onClick={() => setAsking(true)}>
        {t('receiver.remove.button')}
      </Button>
    </div>
  );
}

function Question({ hook, onKeep, onRemoved }: RemoveHookProps & { readonly onKeep: () => void }) {
  const t = useT();
  const shown = useShownOnMount<HTMLElement>();
  const remove = useAction(() => bridge().calls['hooks:remove'](hook.id));
  return (
    <section ref={shown} className="flex flex-col gap-3 rounded-lg bg-danger-soft p-3">
      <div>
        <p className="text-sm font-medium break-words">
          {t('receiver.remove.question', { name: hook.name })}
        </p>
        <p className="text-xs">{t('receiver.remove.explained')}</p>
      </div>
      {remove.error !== null && <ErrorBanner reveal error={remove.error} />}
      <div className="flex justify-end gap-2">
        <Button autoFocus onClick={onKeep}>
          {t('receiver.remove.keep')}
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
          {t('receiver.remove.confirm')}
        </Button>
      </div>
    </section>
  );
}
