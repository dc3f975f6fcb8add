import { Layers2 } from 'lucide-react';
import { Banner } from '#renderer/components/Banner.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { CompareLeaves, CompareNames } from './Comparison.tsx';
import { verdictWords } from './deliveryWords.ts';
import { useDeliveryOrder } from './useDeliveryOrder.ts';
import { VerdictBadge } from './VerdictBadge.tsx';

/** What a delivery counts for: what happened, why, what to do next, and what to compare by eye. */
export function VerdictSection({ delivery }: { readonly delivery: DeliveryView }) {
  const t = useT();
  const locale = useLocale();
  const now = useNow('minute');
  const order = useDeliveryOrder(delivery);
  const { verdict, leaf } = delivery;
  const orderName = order === undefined ? null : orderTitle(order);
  const { title, why, next } = verdictWords({ delivery, orderName, now, t, locale });
  const reason = verdict.kind === 'waiting' ? verdict.reason : null;
  return (
    <div className="flex flex-col gap-3 px-5 py-4">
      <VerdictBadge verdict={verdict} />
      <div data-selectable className="flex flex-col gap-1 text-sm break-words text-ink">
        <p className="font-semibold">{title}</p>
        <p>{why}</p>
        <p className="font-medium">{next}</p>
      </div>
      {reason?.kind === 'notAsked' && reason.error !== null && <ErrorBanner error={reason.error} />}
      {reason?.kind === 'leafDiffers' && <CompareLeaves delivered={leaf} service={reason} />}
      {reason?.kind === 'namesDiffer' && <CompareNames added={reason.added} missing={reason.missing} />}
      {delivery.sharesSignature && (
        <Banner tone="warning" icon={Layers2} title={t('inbox.sharesSignature.title')}>
          {t('inbox.sharesSignature.text')}
        </Banner>
      )}
    </div>
  );
}
