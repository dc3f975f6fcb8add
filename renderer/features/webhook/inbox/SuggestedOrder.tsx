import { Link } from 'lucide-react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { showFailure, showToast } from '#renderer/stores/toastStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { orderTitle } from '#shared/domain/order.ts';
import type { OrderSuggestion } from '#shared/domain/orderSuggestion.ts';

interface SuggestedOrderProps {
  readonly delivery: DeliveryView;
  readonly suggestion: OrderSuggestion;
}

/** The order that a delivery without one looks like, to be linked with one click. The service is checked before it counts. */
export function SuggestedOrder({ delivery, suggestion }: SuggestedOrderProps) {
  const t = useT();
  const map = useAction((orderId: string) =>
    bridge().calls['inbox:map']({ deliveryId: delivery.id, orderId }),
  );
  const { row, sameNames } = suggestion;
  const [name, order] = [delivery.orderName, orderTitle(row)];
  const link = async () => {
    const result = await map.run(row.id);
    if (result.ok) showToast({ tone: 'success', title: t('inbox.done.mapped', { order }) });
    else showFailure(t('inbox.suggestion.failed'), result.error);
  };
  return (
    <section className="flex flex-col gap-2 rounded-lg border border-transparent bg-accent-soft p-3">
      <p className="text-sm font-medium wrap-anywhere">
        {sameNames > 0
          ? t('inbox.suggestion.sameNames', { order, count: sameNames })
          : t('inbox.suggestion.sameName', { order, name })}
      </p>
      <p className="text-xs">{t('inbox.suggestion.text')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" icon={Link} busy={map.busy} onClick={() => void link()}>
          {t('inbox.suggestion.link')}
        </Button>
        <Button size="sm" onClick={() => openDialog({ kind: 'mapDelivery', deliveryId: delivery.id })}>
          {t('inbox.suggestion.another')}
        </Button>
      </div>
    </section>
  );
}
