import { Inbox, Plug } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { EmptyState } from '#renderer/components/EmptyState.tsx';
import { lazyPart } from '#renderer/hooks/lazyPart.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openSettings } from '#renderer/stores/settingsStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';

const PasteOrders = lazyPart(
  async () => (await import('../adding/PasteOrders.tsx')).PasteOrders,
  () => openDialog({ kind: 'addOrders', connectionId: null }),
);

/** Shown instead of the list while there are no orders; leads to the first connection or order. */
export function NoOrders() {
  const t = useT();
  const hasConnections = useApp((app) => app.connections.length > 0);
  return (
    <EmptyState
      icon={Inbox}
      title={t('orders.empty.title')}
      actions={
        hasConnections ? (
          <PasteOrders />
        ) : (
          <Button variant="primary" icon={Plug} onClick={() => openSettings('connections')}>
            {t('connections.addConnection')}
          </Button>
        )
      }
    >
      {t('orders.empty.text')}
    </EmptyState>
  );
}
