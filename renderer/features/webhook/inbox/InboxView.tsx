import {
  ArrowLeft,
  CircleDashed,
  CircleX,
  Inbox,
  LoaderCircle,
  MailCheck,
  Radio,
  ScrollText,
  Webhook,
} from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { EmptyState } from '#renderer/components/EmptyState.tsx';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openSettings } from '#renderer/stores/settingsStore.ts';
import { showInboxTab, useViewStore } from '#renderer/stores/viewStore.ts';
import { isWaiting } from '#shared/domain/delivery.ts';
import { DeliveryList } from './DeliveryList.tsx';
import { receiverLine, retryWords } from './inboxText.ts';
import { LogView } from './LogView.tsx';

/** The deliveries, or the log of all requests. */
export function InboxView() {
  const t = useT();
  const isLog = useViewStore((view) => view.inboxTab === 'log');
  return (
    <div className="flex h-full min-w-0 flex-col">
      <div className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-2">
        {isLog ? (
          <>
            <Button size="sm" variant="ghost" icon={ArrowLeft} onClick={() => showInboxTab('deliveries')}>
              {t('inbox.tabs.deliveries')}
            </Button>
            <h2 className="flex-1 text-sm font-semibold">{t('inbox.tabs.log')}</h2>
          </>
        ) : (
          <>
            <ReceiverLine />
            <Button size="sm" variant="ghost" icon={ScrollText} onClick={() => showInboxTab('log')}>
              {t('inbox.tabs.log')}
            </Button>
          </>
        )}
      </div>
      <div className="min-h-0 flex-1">{isLog ? <LogView /> : <Deliveries />}</div>
    </div>
  );
}

function Deliveries() {
  const t = useT();
  const deliveries = useApp((app) => app.inbox);
  const all = useApp((app) => app.inboxCounts.all);
  if (deliveries.length === 0) return <NoDelivery />;
  return (
    <div className="flex h-full flex-col">
      {!deliveries.some(isWaiting) && (
        <p role="status" className="flex items-center gap-1.5 px-4 pt-2.5 text-xs text-muted">
          <MailCheck size={14} aria-hidden className="shrink-0 text-green" />
          {t('inbox.empty.settled')}
        </p>
      )}
      <div className="min-h-0 flex-1">
        <DeliveryList deliveries={deliveries} />
      </div>
      {all > deliveries.length && (
        <p className="border-t border-line px-4 py-2 text-xs text-muted">
          {t('inbox.list.more', { count: deliveries.length })}
        </p>
      )}
    </div>
  );
}

function NoDelivery() {
  const t = useT();
  const hasHooks = useApp((app) => app.receiver.hooks.length > 0);
  return (
    <EmptyState
      icon={hasHooks ? Inbox : Webhook}
      title={t(hasHooks ? 'inbox.empty.nothingTitle' : 'inbox.empty.noHookTitle')}
      actions={
        <Button variant="primary" icon={Webhook} onClick={() => openSettings('webHooks')}>
          {t(hasHooks ? 'inbox.receiver.open' : 'inbox.receiver.setUp')}
        </Button>
      }
    >
      {t(hasHooks ? 'inbox.empty.nothingText' : 'inbox.empty.noHookText')}
    </EmptyState>
  );
}

const looks = {
  off: { icon: CircleDashed, ink: 'text-gray' },
  starting: { icon: LoaderCircle, ink: 'text-blue' },
  listening: { icon: Radio, ink: 'text-green' },
  failed: { icon: CircleX, ink: 'text-danger' },
} as const;

/** Whether deliveries can be received, in one line, with a button that opens the receiver. */
function ReceiverLine() {
  const t = useT();
  const state = useApp((app) => app.receiver.state);
  // Without a delivery, the view itself has the button.
  const hasDeliveries = useApp((app) => app.inbox.length > 0);
  const { icon: Icon, ink } = looks[state.kind];
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <p role="status" className="flex min-w-0 items-center gap-1.5 text-xs text-muted max-sm:basis-full">
        <Icon size={14} aria-hidden className={cx('shrink-0', ink)} />
        <span data-selectable className="truncate" title={receiverLine(state, t)}>
          {receiverLine(state, t)}
        </span>
      </p>
      {state.kind === 'failed' && (
        <>
          <span className="text-xs whitespace-nowrap text-muted">
            <RetryTime at={state.retryAt} />
          </span>
          <Button size="sm" onClick={() => void bridge().calls['receiver:retry'](null)}>
            {t('common.tryAgain')}
          </Button>
        </>
      )}
      {hasDeliveries && (
        <Button size="sm" icon={Webhook} className="ml-auto" onClick={() => openSettings('webHooks')}>
          {t('inbox.receiver.open')}
        </Button>
      )}
    </div>
  );
}

function RetryTime({ at }: { readonly at: number }) {
  const t = useT();
  const now = useNow('second');
  return retryWords(at, now, t);
}
