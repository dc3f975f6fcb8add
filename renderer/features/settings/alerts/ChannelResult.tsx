import { CircleCheck, Send, TriangleAlert } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { CommandRunLine } from '#renderer/components/CommandRunLine.tsx';
import { outputOf } from '#renderer/components/commandText.ts';
import { cx } from '#renderer/components/cx.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { PlainText } from '#renderer/components/PlainText.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { told } from '#renderer/stores/toastStore.ts';
import { type AlertChannelId, type AlertChannelView, channelCall } from '#shared/domain/alertChannels.ts';
import { type EventTry, isEventSent } from '#shared/domain/alertEvents.ts';
import type { WaitingEventsView } from '#shared/domain/waitingEvents.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { formatMoment, formatRelativePast } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';

type View = AlertChannelView<AlertChannelId>;

interface ResultProps<Of> {
  readonly id: AlertChannelId;
  readonly view: Of;
}

/** What became of the last events, and a button for a test. */
export function ChannelResult({ id, view }: ResultProps<View>) {
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-3">
      {'lastRun' in view ? <LastRun id={id} view={view} /> : <LastTries id={id} view={view} />}
    </div>
  );
}

function LastRun({ id, view: { lastRun, waiting } }: ResultProps<Extract<View, { lastRun: unknown }>>) {
  const t = useT();
  const now = useNow('minute');
  const output = outputOf(lastRun);
  const test = () => told(bridge().calls[channelCall('test', id)](null), 'copies.failed.runCommand');
  return (
    <>
      <CommandRunLine run={lastRun} now={now} />
      <WaitingEvents waiting={waiting} />
      {output !== '' && <PlainText label={t('copies.command.output')} text={output} />}
      <Button icon={Send} busy={lastRun?.kind === 'running'} onClick={() => void test()}>
        {t('alertChannels.test')}
      </Button>
    </>
  );
}

function LastTries({ id, view }: ResultProps<Extract<View, { lastTry: unknown }>>) {
  const t = useT();
  const { waiting, lastTry, lastFailure } = view;
  const host = 'url' in view ? new URL(view.url).host : null;
  const test = useAction(() => bridge().calls[channelCall('test', id)](null));
  return (
    <>
      <TryLine tried={lastTry} host={host} />
      {lastFailure !== null && lastFailure.at !== lastTry?.at && (
        <>
          <h4 className="text-xs font-medium">{t('alertChannels.lastFailure')}</h4>
          <TryLine tried={lastFailure} host={host} />
        </>
      )}
      <WaitingEvents waiting={waiting} />
      <Button
        icon={Send}
        disabled={'isGone' in view && view.isGone}
        busy={test.busy}
        onClick={() => void test.run()}
      >
        {t('alertChannels.test')}
      </Button>
      {test.error !== null && <ErrorBanner reveal error={test.error} />}
    </>
  );
}

interface TryLineProps {
  /** `null` if nothing was sent yet. */
  readonly tried: EventTry | null;
  /** Where it was sent, for the words of an error; `null`: nowhere on a network. */
  readonly host: string | null;
}

function TryLine({ tried, host }: TryLineProps) {
  const t = useT();
  const locale = useLocale();
  const now = useNow('minute');
  if (tried === null) return <p className="text-xs text-muted">{t('alertChannels.result.none')}</p>;
  const isSent = isEventSent(tried);
  const Icon = isSent ? CircleCheck : TriangleAlert;
  const next =
    tried.nextAt === null
      ? t(`alertChannels.result.${tried.isTest ? 'onlyOnce' : 'givenUp'}`)
      : t('alertChannels.result.nextTry', { time: formatMoment(tried.nextAt, locale, 'local') });
  return (
    <p className={cx('flex items-start gap-1.5 text-xs', isSent ? 'text-muted' : 'font-medium text-amber')}>
      <Icon size={13} aria-hidden className="mt-0.5 shrink-0" />
      <span className="wrap-anywhere">
        <span role="status">{isSent ? resultOf(tried, host, t) : `${resultOf(tried, host, t)} ${next}`}</span>
        <span className="font-normal text-muted">{` · ${formatRelativePast(now - tried.at, t)}`}</span>
      </span>
    </p>
  );
}

function resultOf(tried: EventTry, host: string | null, t: Translate): string {
  const { status, error, isTest } = tried;
  if (error !== null) return describeError(error, t, host === null ? {} : { host }).why;
  if (status === null) return t(`alertChannels.result.${isTest ? 'testDone' : 'done'}`);
  if (isEventSent(tried)) return t(`alertChannels.result.${isTest ? 'testSent' : 'sent'}`, { status });
  return t(`alertChannels.result.${status >= 300 && status < 400 ? 'redirected' : 'refused'}`, { status });
}

/** How many events wait to be handed over, and when the next one is tried. Nothing when none waits. */
function WaitingEvents({ waiting: { count, nextAt } }: { readonly waiting: WaitingEventsView }) {
  const t = useT();
  const locale = useLocale();
  if (nextAt === null) return null;
  const time = formatMoment(nextAt, locale, 'local');
  return <p className="text-xs text-muted">{t('alertChannels.waiting', { count, time })}</p>;
}
