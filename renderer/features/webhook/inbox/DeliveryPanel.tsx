import { KeyRound } from 'lucide-react';
import { useId, useRef } from 'react';
import { Fact, FactList } from '#renderer/components/FactList.tsx';
import { PanelSection } from '#renderer/components/PanelSection.tsx';
import { CertificateSection } from '#renderer/features/orders/details/CertificateSection.tsx';
import { DetailsPanel } from '#renderer/features/orders/details/DetailsPanel.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDelivery } from '#renderer/stores/viewStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { keyStateWords } from './inboxText.ts';
import { useDeliveryOrder } from './useDeliveryOrder.ts';
import { VerdictSection } from './VerdictSection.tsx';

/** The details of one delivery. */
export function DeliveryPanel({ delivery }: { readonly delivery: DeliveryView }) {
  const t = useT();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, orderName, leaf, serviceNotAfter } = delivery;
  return (
    <DetailsPanel
      titleId={titleId}
      title={
        <h2
          ref={heading}
          id={titleId}
          tabIndex={-1}
          data-selectable
          className="rounded text-lg font-semibold"
          title={orderName}
        >
          <span className="line-clamp-3 wrap-anywhere">{orderName}</span>
        </h2>
      }
      heading={heading}
      row={{ attribute: 'data-delivery-id', id }}
      closeLabel={t('inbox.panel.close')}
      onClose={() => openDelivery(null)}
    >
      <VerdictSection delivery={delivery} />
      <KeySection delivery={delivery} />
      <DeliverySection delivery={delivery} />
      <CertificateSection leaf={leaf} details={{ serviceNotAfter, serviceZoneOffsetMinutes: null }} />
    </DetailsPanel>
  );
}

function KeySection({ delivery }: { readonly delivery: DeliveryView }) {
  const t = useT();
  const locale = useLocale();
  const keepKeysDays = useApp((app) => app.receiver.config.keepKeysDays);
  return (
    <PanelSection title={t('inbox.panel.key')}>
      <p className="flex items-start gap-2 text-xs">
        <KeyRound size={14} aria-hidden className="mt-0.5 shrink-0 text-muted" />
        {keyStateWords(delivery, keepKeysDays, t, locale)}
      </p>
    </PanelSection>
  );
}

function DeliverySection({ delivery }: { readonly delivery: DeliveryView }) {
  const t = useT();
  const locale = useLocale();
  const order = useDeliveryOrder(delivery);
  const { orderName, task, hookName, receivedAt } = delivery;
  const received = formatDateTime(receivedAt, locale, 'local');
  return (
    <PanelSection title={t('inbox.panel.delivery')}>
      <FactList>
        <Fact name={t('inbox.panel.orderName')} copy={orderName}>
          {orderName}
        </Fact>
        <Fact name={t('inbox.panel.task')} copy={task}>
          {task === '' ? <i className="text-muted">{t('inbox.list.noTask')}</i> : task}
        </Fact>
        <Fact name={t('inbox.panel.order')}>
          {order === undefined ? (
            <i className="text-muted">{t('inbox.panel.notMapped')}</i>
          ) : (
            orderTitle(order)
          )}
        </Fact>
        <Fact name={t('inbox.panel.hook')}>{hookName}</Fact>
        <Fact name={t('inbox.panel.received')} copy={received}>
          {received}
        </Fact>
      </FactList>
    </PanelSection>
  );
}
