import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';

interface RemoveConnectionProps {
  readonly connection: ConnectionView;
  readonly onRemoved: () => void;
}

/** Removes a connection after saying how many orders go with it. */
export function RemoveConnection({ connection, onRemoved }: RemoveConnectionProps) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const orders = useApp((projection) => {
    let count = 0;
    for (const order of projection.orders.values()) if (order.connectionId === connection.id) count += 1;
    return count;
  });
  if (!asking)
    return (
      <div className="border-t border-line pt-4">
        <Button variant="ghost" icon={Trash2} className="text-danger!" onClick={() => setAsking(true)}>
          {t('connections.remove.button')}
        </Button>
      </div>
    );
  return (
    <Question connection={connection} orders={orders} onKeep={() => setAsking(false)} onRemoved={onRemoved} />
  );
}

interface QuestionProps extends RemoveConnectionProps {
  /** How many orders go with it. */
  readonly orders: number;
  readonly onKeep: () => void;
}

function Question({ connection, orders, onKeep, onRemoved }: QuestionProps) {
  const t = useT();
  const shown = useShownOnMount<HTMLElement>();
  const remove = useAction(() => bridge().calls['connections:remove'](connection.id));
  const { name } = connection;
  return (
    <section ref={shown} className="flex flex-col gap-3 rounded-lg bg-danger-soft p-3">
      <div>
        <p className="text-sm font-medium break-words">
          {orders === 0
            ? t('connections.remove.questionNoOrders', { name })
            : t('connections.remove.question', { name, count: orders })}
        </p>
        <p className="text-xs">{t('connections.remove.explained')}</p>
      </div>
      {remove.error !== null && <ErrorBanner reveal error={remove.error} />}
      <div className="flex justify-end gap-2">
        <Button autoFocus onClick={onKeep}>
          {t('connections.remove.keep')}
        </Button>
        <Button
          variant="danger"
          busy={remove.busy}
          onClick={() =>
            void remove.run().then((result) => {
              if (result.ok) onRemoved();
            })
          }
        >
          {t('connections.remove.confirm')}
        </Button>
      </div>
    </section>
  );
}
