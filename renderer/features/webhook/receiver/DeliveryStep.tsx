import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useLeave } from '#renderer/hooks/useUnsaved.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { revealInbox } from '#renderer/stores/viewStore.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import type { HookView } from '#shared/domain/receiver.ts';
import { formatRelativePast } from '#shared/i18n/format.ts';
import { CopyLine } from './CopyLine.tsx';
import { useHookTest } from './hookAddress.ts';

/** When the newest delivery to a hook that is still listed arrived, Unix ms; `null` if none did. */
export function useLastDelivery({ id, lastDeliveryAt }: HookView): number | null {
  return useApp(({ inbox }) =>
    inbox.reduce<number | null>(
      (last, { hookId, receivedAt }) => (hookId === id ? Math.max(receivedAt, last ?? 0) : last),
      lastDeliveryAt,
    ),
  );
}

/** What to enter at the service, and whether a delivery came since. */
export function DeliveryStep({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const now = useTimeOfData();
  const leave = useLeave();
  const lastAt = useLastDelivery(hook);
  const { url, isPassed } = useHookTest(hook.id);
  const isReachable = isPassed && !isLoopbackHost(new URL(url).hostname);
  return (
    <>
      {isReachable && (
        <>
          <p className="text-xs text-muted">{t('receiver.deliver.address')}</p>
          <CopyLine text={url} label={t('receiver.steps.copyAddress')} />
        </>
      )}
      {isPassed && !isReachable && <Banner tone="warning" title={t('receiver.deliver.localOnly')} />}
      {lastAt !== null ? (
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-sm">
            {t('receiver.deliver.arrived', { when: formatRelativePast(now - lastAt, t) })}
          </p>
          <Button size="sm" onClick={() => leave(() => revealInbox(null))}>
            {t('receiver.deliver.show')}
          </Button>
        </div>
      ) : (
        <p role="status" className="text-xs text-muted">
          {t(isReachable ? 'receiver.deliver.waiting' : 'receiver.deliver.testFirst')}
        </p>
      )}
    </>
  );
}
