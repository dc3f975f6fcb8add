import { CircleDashed, CircleX, LoaderCircle, Radio, Webhook } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import { receiverLine, retryWords } from './inboxText.ts';

const looks = {
  off: { icon: CircleDashed, ink: 'text-gray' },
  starting: { icon: LoaderCircle, ink: 'text-blue' },
  listening: { icon: Radio, ink: 'text-green' },
  failed: { icon: CircleX, ink: 'text-danger' },
} as const;

/** Whether deliveries can be received, in one line, with a button that opens the receiver. */
export function ReceiverLine() {
  const t = useT();
  const state = useApp((app) => app.receiver.state);
  const { icon: Icon, ink } = looks[state.kind];
  return (
    <div className="flex min-w-0 flex-1 items-center justify-end gap-2">
      <p role="status" className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
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
      <Button size="sm" icon={Webhook} onClick={() => openDialog({ kind: 'receiver', hookId: null })}>
        {t('inbox.receiver.open')}
      </Button>
    </div>
  );
}

function RetryTime({ at }: { readonly at: number }) {
  const t = useT();
  const now = useNow('second');
  return retryWords(at, now, t);
}
