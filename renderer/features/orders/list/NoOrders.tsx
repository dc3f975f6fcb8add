import { Inbox, Plug, Plus } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { EmptyState } from '#renderer/components/EmptyState.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';

/** Why there is nothing to show, and the way to the first order or connection. */
export function NoOrders() {
  const t = useT();
  const hasConnections = useApp((app) => app.connections.length > 0);
  return (
    <EmptyState
      icon={Inbox}
      title={t('orders.empty.title')}
      actions={
        hasConnections ? (
          <Button
            variant="primary"
            icon={Plus}
            onClick={() => openDialog({ kind: 'addOrders', connectionId: null })}
          >
            {t('orders.header.add')}
          </Button>
        ) : (
          <Button
            variant="primary"
            icon={Plug}
            onClick={() => openDialog({ kind: 'connections', connectionId: null })}
          >
            {t('connections.addConnection')}
          </Button>
        )
      }
    >
      {t('orders.empty.text')}
    </EmptyState>
  );
}
