import { bridge } from '#renderer/bridge.ts';
import { RemoveSection } from '#renderer/components/RemoveSection.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { sourceId } from '#shared/domain/order.ts';

interface RemoveConnectionProps {
  readonly connection: ConnectionView;
  readonly onRemoved: () => void;
}

/** Removes a connection after saying how many orders go with it. */
export function RemoveConnection({ connection: { id, name }, onRemoved }: RemoveConnectionProps) {
  const t = useT();
  const orders = useApp((projection) => {
    let count = 0;
    for (const order of projection.orders.values()) if (sourceId(order) === id) count += 1;
    return count;
  });
  const words = {
    button: t('connections.remove.button'),
    question:
      orders === 0
        ? t('connections.remove.questionNoOrders', { name })
        : t('connections.remove.question', { name, count: orders }),
    explained: t('connections.remove.explained'),
    keep: t('connections.remove.keep'),
    confirm: t('connections.remove.confirm'),
  };
  const remove = () => bridge().calls['connections:remove'](id);
  return <RemoveSection words={words} remove={remove} onRemoved={onRemoved} />;
}
