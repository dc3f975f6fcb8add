import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import { localOrigin } from './hookAddress.ts';

interface ReceiverStateBannerProps {
  /** More buttons where the receiver failed. */
  readonly actions?: ReactNode;
}

/** Whether the receiver listens, and if not, why and when it tries again. */
export function ReceiverStateBanner({ actions }: ReceiverStateBannerProps) {
  const t = useT();
  const receiver = useApp((app) => app.receiver);
  const { state } = receiver;
  switch (state.kind) {
    case 'off':
      return <Banner tone="neutral" title={t('receiver.state.off')} />;
    case 'starting':
      return <Banner tone="info" title={t('receiver.state.starting')} />;
    case 'listening':
      return (
        <Banner tone="success" title={t('receiver.state.listening', { origin: localOrigin(receiver) })} />
      );
    case 'failed':
      return (
        <Banner
          tone="danger"
          title={t(`receiver.state.failed.${state.reason}`)}
          actions={
            <span className="flex flex-col items-stretch gap-1.5">
              <Button size="sm" icon={RotateCw} onClick={() => void bridge().calls['receiver:retry'](null)}>
                {t('receiver.state.tryNow')}
              </Button>
              {actions}
            </span>
          }
        >
          <p>{t(`receiver.state.failedText.${state.reason}`, { detail: state.detail })}</p>
          <p>{t('receiver.state.noDeliveries')}</p>
          <NextTry at={state.retryAt} />
        </Banner>
      );
  }
}

/** Hidden from screen readers, which would announce it every second. */
function NextTry({ at }: { readonly at: number }) {
  const t = useT();
  const left = at - useNow('second');
  return (
    <p aria-hidden className="tabular">
      {left < 500
        ? t('receiver.state.triesNow')
        : t('receiver.state.triesIn', { time: formatDuration(left, t) })}
    </p>
  );
}
