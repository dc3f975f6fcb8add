import { FileQuestionMark } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Badge } from '#renderer/components/Badge.tsx';
import { Banner } from '#renderer/components/Banner.tsx';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { FactList } from '#renderer/components/FactList.tsx';
import { PanelSection } from '#renderer/components/PanelSection.tsx';
import { Skeleton } from '#renderer/components/Skeleton.tsx';
import { DeploymentSteps } from '#renderer/features/deployment/steps/DeploymentSteps.tsx';
import { SnoozeBar } from '#renderer/features/settings/alerts/Snooze.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { openOrder } from '#renderer/stores/viewStore.ts';
import { type HistoryEntry, isPushOnly, type OrderDetails, type OrderRow } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { hexPairs } from '#shared/i18n/certificateText.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { formatDate } from '#shared/i18n/format.ts';
import type { Result } from '#shared/result.ts';
import { useHelp } from '../help/useHelp.ts';
import { AliasTitle } from './AliasTitle.tsx';
import { AnnotationSection } from './AnnotationSection.tsx';
import { AuthorityFacts } from './AuthorityFacts.tsx';
import { CertificateSection, ServiceNotAfter } from './CertificateSection.tsx';
import { ChainSection } from './ChainSection.tsx';
import { DetailsPanel } from './DetailsPanel.tsx';
import { IssuedStep } from './IssuedStep.tsx';
import { OrderSection } from './OrderSection.tsx';
import { MoreMenu, PanelActions } from './PanelActions.tsx';
import { ProblemSection } from './ProblemSection.tsx';
import { TimeSection } from './TimeSection.tsx';

export interface OrderPanelProps {
  readonly row: OrderRow;
  readonly status: OrderStatus;
}

/** The details of one order: beside the list, or instead of it in a narrow window. */
export function OrderPanel({ row, status }: OrderPanelProps) {
  const t = useT();
  const titleId = useId();
  const details = useOrderDetails(row);
  const helps = useHelp(row);
  const { action, deployment } = helps;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <DetailsPanel
      titleId={titleId}
      title={<AliasTitle row={row} titleId={titleId} heading={heading} />}
      heading={heading}
      row={{ attribute: 'data-order-id', id: row.id }}
      menu={<MoreMenu row={row} />}
      closeLabel={t('orders.panel.close')}
      onClose={() => openOrder(null)}
    >
      <div className="flex flex-col gap-3 px-5 pb-4">
        <TimeSection row={row} status={status} />
        <PanelActions row={row} helps={helps} status={status} />
        {row.snooze !== null && <SnoozeBar id={row.id} snooze={row.snooze} />}
        <ProblemSection row={row} status={status} isReview={action === 'review'} />
      </div>
      <DeploymentSteps
        row={row}
        deployment={deployment}
        hasExport={action === 'export' || status === 'expired' || status === 'revoked'}
        issued={<IssuedStep row={row} hasSync={action === 'sync'} />}
      />
      {isPushOnly(row) && (
        <PanelSection title={t('inbox.pushOnly.title')}>
          <p className="text-xs">{t('inbox.pushOnly.explained')}</p>
        </PanelSection>
      )}
      <AnnotationSection orderId={row.id} tags={row.tags} note={row.note} />
      <CertificateDetails row={row} details={details} />
      <OrderSection row={row} details={details?.ok === true ? details.value : null} />
    </DetailsPanel>
  );
}

function CertificateDetails({
  row,
  details,
}: {
  readonly row: OrderRow;
  readonly details: Result<OrderDetails> | null;
}) {
  const t = useT();
  if (details === null) return <LoadingFacts />;
  if (!details.ok) {
    const { why, next } = describeError(details.error, t);
    return (
      <div className="px-5 pb-4">
        <Banner tone="danger" title={t('orders.panel.loadFailed')}>
          {why} {next}
        </Banner>
      </div>
    );
  }
  const { leaf, chain, history } = details.value;
  if (leaf === null)
    return (
      <PanelSection title={t('orders.panel.certificate')}>
        <div className="flex items-center gap-3 text-xs text-muted">
          <FileQuestionMark size={18} aria-hidden className="shrink-0" />
          <p>{t(isPushOnly(row) ? 'inbox.pushOnly.noCertificate' : 'orders.panel.noCertificateText')}</p>
        </div>
        <FactList>
          <ServiceNotAfter details={details.value} />
        </FactList>
      </PanelSection>
    );
  return (
    <>
      <CertificateSection leaf={leaf} details={details.value}>
        <AuthorityFacts news={row.authority} />
      </CertificateSection>
      <ChainSection leaf={leaf} chain={chain} findings={row.findings} />
      <HistorySection history={history} presentFingerprint={row.fingerprint256} />
    </>
  );
}

/** The shape of the facts while they are read. */
function LoadingFacts() {
  const t = useT();
  return (
    <section aria-busy className="flex flex-col gap-2.5 border-t border-line px-5 py-4">
      <span className="sr-only">{t('orders.panel.loading')}</span>
      <Skeleton className="h-4 w-24" />
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <span key={key} className="grid grid-cols-[104px_minmax(0,1fr)] gap-2">
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-3 w-48" />
        </span>
      ))}
    </section>
  );
}

/** The details of an order, read again after each change of its row; `null` until the first answer. */
function useOrderDetails(row: OrderRow): Result<OrderDetails> | null {
  const [details, setDetails] = useState<Result<OrderDetails> | null>(null);
  // Main sends a new row for every change of the order.
  useEffect(() => {
    let isCurrent = true;
    void bridge()
      .calls['orders:details'](row.id)
      .then((answer) => {
        if (isCurrent) setDetails(answer);
      });
    return () => {
      isCurrent = false;
    };
  }, [row]);
  return details;
}

interface HistorySectionProps {
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
  readonly presentFingerprint: string | null;
}

function HistorySection({ history, presentFingerprint }: HistorySectionProps) {
  const t = useT();
  const locale = useLocale();
  const day = (ms: number) => formatDate(ms, locale, 'local');
  if (history.length === 0) return null;
  return (
    <PanelSection title={t('orders.panel.history')}>
      <ol className="flex flex-col gap-2.5">
        {history.map((entry) => {
          const isPresent = entry.fingerprint256 === presentFingerprint;
          return (
            <li key={entry.fingerprint256} className="group/copied flex items-start gap-2">
              <div className="flex min-w-0 flex-1 flex-col">
                <span className="flex items-center gap-2">
                  <span className="truncate font-mono text-2xs" title={hexPairs(entry.fingerprint256)}>
                    {hexPairs(entry.fingerprint256.slice(0, 16))}…
                  </span>
                  <Badge tone={isPresent ? 'success' : 'neutral'}>
                    {isPresent ? t('orders.panel.present') : t('orders.panel.former')}
                  </Badge>
                </span>
                <span className="text-2xs text-muted tabular">
                  {t('orders.panel.historySpan', { from: day(entry.notBefore), to: day(entry.notAfter) })}
                </span>
                <span className="text-2xs text-muted tabular">
                  {t('orders.panel.historySeen', {
                    first: day(entry.firstSeenAt),
                    last: day(entry.lastSeenAt),
                  })}
                </span>
              </div>
              <CopyButton quiet text={entry.fingerprint256} label={t('orders.panel.fingerprint')} />
            </li>
          );
        })}
      </ol>
      {history.length === 1 && <p className="text-xs text-muted">{t('orders.panel.historyOne')}</p>}
    </PanelSection>
  );
}
