import { Check, CircleAlert, TriangleAlert } from 'lucide-react';
import { WorkButton } from '#renderer/components/Button.tsx';
import { PanelSection } from '#renderer/components/PanelSection.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { isDamaged, toReview } from '#shared/domain/finding.ts';
import { isPushOnly, type OrderRow, sourceId } from '#shared/domain/order.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { acceptOrder } from '../list/orderActions.ts';
import { findingText } from './findingText.ts';

/** The last error and the findings, each with what to do; hidden if there are none. */
export function ProblemSection({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const locale = useLocale();
  const platform = useApp((app) => app.app.platform);
  const baseUrl = useApp((app) => app.connections.find(({ id }) => id === sourceId(row))?.baseUrl);
  const host = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined;
  const error =
    row.failure === null
      ? null
      : describeError(row.failure, t, { platform, ...(host === undefined ? {} : { host }) });
  return (
    <>
      {error !== null && (
        <PanelSection title={t('orders.panel.lastError')}>
          <div data-selectable className="flex gap-2.5 rounded-lg bg-danger-soft p-3 text-xs">
            <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0 text-danger" />
            <div className="flex min-w-0 flex-col gap-1 break-words">
              <p className="text-sm font-medium">{error.title}</p>
              <p>{error.why}</p>
              <p className="font-medium">{error.next}</p>
            </div>
          </div>
        </PanelSection>
      )}
      {row.findings.length > 0 && (
        <PanelSection title={t('orders.panel.findings')}>
          <ul className="flex flex-col gap-2">
            {row.findings.map((finding) => {
              const { title, todo } = findingText(finding, t, locale);
              return (
                <li
                  key={`${finding.kind} ${title}`}
                  data-selectable
                  className="flex gap-2.5 rounded-lg bg-amber-soft p-3 text-xs"
                >
                  <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0 text-amber" />
                  <div className="flex min-w-0 flex-col gap-1 break-words">
                    <p className="text-sm font-medium">{title}</p>
                    <p>{todo}</p>
                  </div>
                </li>
              );
            })}
          </ul>
          <AcceptButton row={row} />
        </PanelSection>
      )}
    </>
  );
}

/** Accepts the findings that need a review. A damaged or a delivered certificate cannot be accepted here. */
function AcceptButton({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const open = toReview(row.findings);
  if (open.length === 0 || isPushOnly(row) || isDamaged(row.findings)) return null;
  const isOfNames = open.every(({ kind }) => kind === 'namesLost');
  return (
    <WorkButton size="sm" icon={Check} className="mt-2 self-start" work={() => acceptOrder(row)}>
      {t(isOfNames ? 'orders.accept.names' : 'orders.accept.certificate')}
    </WorkButton>
  );
}
