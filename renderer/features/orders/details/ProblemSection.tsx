import { Check, CircleAlert, ExternalLink, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button, WorkButton } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { useTimeOfData } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { tones } from '#renderer/styles/tone.ts';
import { type Finding, isDamaged, toReview } from '#shared/domain/finding.ts';
import { isPushOnly, type OrderRow, sourceId } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { faultText } from '#shared/i18n/faultText.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';
import { acceptOrder } from '../list/orderActions.ts';
import { reasonSentences } from './statusSentences.ts';

interface ProblemSectionProps {
  readonly row: OrderRow;
  readonly status: OrderStatus;
  /** Whether the review is the first thing that helps the order. */
  readonly isReview: boolean;
}

/** Why the order needs attention, the last error and the findings, each with what to do; hidden if there is nothing. */
export function ProblemSection({ row, status, isReview }: ProblemSectionProps) {
  const t = useT();
  const locale = useLocale();
  const now = useTimeOfData();
  const settings = useApp((app) => app.settings);
  const connection = useApp((app) => app.connections.find(({ id }) => id === sourceId(row)));
  const isPolling = useApp((app) => app.polling.has(row.id));
  const sentences = reasonSentences({ row, connection, isPolling, settings, now, t, locale });
  return (
    <>
      {sentences.length > 0 && (
        <div data-selectable className="flex flex-col gap-1 text-sm">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      {status === 'toReplace' && row.authority?.replacement?.explanationUrl != null && (
        <ExplanationButton orderId={row.id} />
      )}
      {row.failure !== null && <LastError error={row.failure} baseUrl={connection?.baseUrl} />}
      <Findings row={row} isReview={isReview} />
    </>
  );
}

/** The window gives main the order alone: main knows the address. */
function ExplanationButton({ orderId }: { readonly orderId: string }) {
  const t = useT();
  return (
    <Button
      size="sm"
      icon={ExternalLink}
      className="self-start"
      onClick={() => void bridge().calls['orders:openExplanation'](orderId)}
    >
      {t('orders.explanation')}
    </Button>
  );
}

interface LastErrorProps {
  readonly error: AppError;
  readonly baseUrl: string | undefined;
}

function LastError({ error, baseUrl }: LastErrorProps) {
  const t = useT();
  const platform = useApp((app) => app.app.platform);
  const host = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined;
  const { title, why, next } = describeError(error, t, { platform, ...(host === undefined ? {} : { host }) });
  return (
    <Group title={t('orders.panel.lastError')}>
      <Note tone="danger" title={title}>
        <p>{why}</p>
        <p className="font-medium">{next}</p>
      </Note>
    </Group>
  );
}

function Findings({ row, isReview }: Pick<ProblemSectionProps, 'row' | 'isReview'>) {
  const t = useT();
  const locale = useLocale();
  if (row.findings.length === 0) return null;
  return (
    <Group title={t('orders.panel.findings')}>
      <ul className="flex flex-col gap-2">
        {row.findings.map((finding) => {
          const { title, todo } = findingText(finding, t, locale);
          return (
            <li key={`${finding.kind} ${title}`}>
              <Note tone="warning" title={title}>
                <p>{todo}</p>
              </Note>
            </li>
          );
        })}
      </ul>
      <AcceptButton row={row} isReview={isReview} />
    </Group>
  );
}

interface GroupProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Group({ title, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="sr-only">
        {title}
      </h3>
      {children}
    </section>
  );
}

interface NoteProps extends GroupProps {
  readonly tone: 'danger' | 'warning';
}

function Note({ tone, title, children }: NoteProps) {
  const { ink, soft } = tones[tone];
  const Icon = tone === 'danger' ? CircleAlert : TriangleAlert;
  return (
    <div data-selectable className={cx('flex gap-2.5 rounded-lg p-3 text-xs', soft)}>
      <Icon size={15} aria-hidden className={cx('mt-0.5 shrink-0', ink)} />
      <div className="flex min-w-0 flex-col gap-1 break-words">
        <p className="text-sm font-medium">{title}</p>
        {children}
      </div>
    </div>
  );
}

/** Accepts the findings that need a review. A damaged or a delivered certificate cannot be accepted here. */
function AcceptButton({ row, isReview }: Pick<ProblemSectionProps, 'row' | 'isReview'>) {
  const t = useT();
  const open = toReview(row.findings);
  if (open.length === 0 || isPushOnly(row) || isDamaged(row.findings)) return null;
  const isOfNames = open.every(({ kind }) => kind === 'namesLost');
  return (
    <WorkButton
      size="sm"
      variant={isReview ? 'primary' : 'secondary'}
      icon={Check}
      className="self-start"
      work={() => acceptOrder(row)}
    >
      {t(isOfNames ? 'orders.accept.names' : 'orders.accept.certificate')}
    </WorkButton>
  );
}

interface FindingText {
  readonly title: string;
  readonly todo: string;
}

export function findingText(finding: Finding, t: Translate, locale: Locale): FindingText {
  switch (finding.kind) {
    case 'chainIncomplete':
      return {
        title: t('orders.finding.chainIncomplete.title'),
        todo: t('orders.finding.chainIncomplete.todo', { issuer: finding.missingIssuer }),
      };
    case 'chainOutOfOrder':
    case 'keyNotChecked':
    case 'keyNotMatchable':
      return {
        title: t(`orders.finding.${finding.kind}.title`),
        todo: t(`orders.finding.${finding.kind}.todo`),
      };
    case 'chainHasDuplicates':
    case 'chainHasStrangers':
      return {
        title: t(`orders.finding.${finding.kind}.title`, { count: finding.count }),
        todo: t(`orders.finding.${finding.kind}.todo`),
      };
    case 'serviceDisagrees':
      return {
        title: t('orders.finding.serviceDisagrees.title', { date: finding.serviceNotAfter }),
        todo: t('orders.finding.serviceDisagrees.todo', {
          time: formatDuration(Math.abs(finding.differenceMs), t),
        }),
      };
    default: {
      const { title, why, todo } = faultText(finding, t, locale);
      const second = finding.accepted === true ? t('faults.accepted') : todo;
      return { title, todo: t('common.sentences', { first: why, second }) };
    }
  }
}
