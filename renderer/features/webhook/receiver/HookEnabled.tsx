import { bridge } from '#renderer/bridge.ts';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { HookView } from '#shared/domain/receiver.ts';
import { formatRelativePast } from '#shared/i18n/format.ts';

/** Turns a hook on and off, at once; and when the last delivery came. */
export function HookEnabled({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const now = useNow('minute');
  const { id, name, path, lastDeliveryAt } = hook;
  const update = useAction((enabled: boolean) => bridge().calls['hooks:update']({ id, name, path, enabled }));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-4">
        <Checkbox
          label={t('receiver.hook.enabled')}
          hint={t('receiver.hook.enabledHint')}
          checked={hook.enabled}
          disabled={update.busy}
          onCheckedChange={(enabled) => void update.run(enabled)}
        />
        <p className="shrink-0 pt-0.5 text-xs text-muted">
          {lastDeliveryAt === null
            ? t('receiver.hook.noDelivery')
            : t('receiver.hook.lastDelivery', { when: formatRelativePast(now - lastDeliveryAt, t) })}
        </p>
      </div>
      {update.error !== null && <ErrorBanner reveal error={update.error} />}
    </div>
  );
}
