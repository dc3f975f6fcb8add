import { KeyRound, X } from 'lucide-react';
import { useId } from 'react';
import { Fact, FactList } from '#renderer/components/FactList.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { PanelSection } from '#renderer/components/PanelSection.tsx';
import { CertificateSection } from '#renderer/features/orders/details/CertificateSection.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDelivery } from '#renderer/stores/viewStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { DeliveryActions } from './DeliveryActions.tsx';
import { keyStateWords } from './inboxText.ts';
import { useDeliveryOrder } from './useDeliveryOrder.ts';
import { VerdictSection } from './VerdictSection.tsx';

/** The details of one delivery: beside the list, or over it where the window is narrow. */
export function DeliveryPanel({ delivery }: { readonly delivery: DeliveryView }) {
  const t = useT();
  const titleId = useId();
  const { leaf, serviceNotAfter } = delivery;
  return (
    <aside
      aria-labelledby={titleId}
      className="absolute inset-y-0 right-0 z-30 flex w-100 max-w-full animate-slide flex-col border-l border-line bg-surface shadow-pop min-[1080px]:static min-[1080px]:animate-none min-[1080px]:shadow-none"
    >
      <header className="flex items-start gap-2 border-b border-line py-3 pr-4 pl-5">
        <h2 id={titleId} data-selectable className="min-w-0 flex-1 text-lg font-semibold">
          <span className="line-clamp-3 wrap-anywhere">{delivery.orderName}</span>
        </h2>
        <IconButton icon={X} size="sm" label={t('inbox.panel.close')} onClick={() => openDelivery(null)} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <VerdictSection delivery={delivery} />
        <KeySection delivery={delivery} />
        <DeliverySection delivery={delivery} />
        <CertificateSection leaf={leaf} details={{ serviceNotAfter, serviceZoneOffsetMinutes: null }} />
      </div>
      <DeliveryActions delivery={delivery} />
    </aside>
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
