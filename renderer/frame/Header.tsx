import { Plug, Plus, RefreshCw, Settings } from 'lucide-react';
import { Button } from '#renderer/components/Button.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { syncOrders } from '#renderer/features/orders/list/orderActions.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { HelpButton, ReceiverButton } from './HeaderButtons.tsx';
import { ReportMenu } from './ReportMenu.tsx';
import { Summary } from './Summary.tsx';
import { ViewTabs } from './ViewTabs.tsx';

/** The name, the state of everything in one sentence, and the way to everything else. */
export function Header({ counts }: { readonly counts: Readonly<Record<OrderStatus, number>> }) {
  const t = useT();
  const total = useApp((app) => app.orders.size);
  const hasConnections = useApp((app) => app.connections.length > 0);
  const asked = useApp((app) => app.polling.size);
  return (
    <header className="flex shrink-0 items-center gap-3 border-b border-line bg-surface px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-3">
          <h1 className="text-md leading-5 font-semibold">{t('common.appName')}</h1>
          <ViewTabs />
        </div>
        <Summary counts={counts} total={total} />
      </div>
      <Button
        icon={RefreshCw}
        busy={asked > 0}
        disabled={total === 0 || !hasConnections}
        onClick={() => syncOrders(null)}
        className="tabular"
      >
        {asked > 0 ? t('orders.header.syncing', { count: asked }) : t('orders.header.syncNow')}
      </Button>
      <Button
        variant="primary"
        icon={Plus}
        disabled={!hasConnections}
        onClick={() => openDialog({ kind: 'addOrders', connectionId: null })}
      >
        {t('orders.header.add')}
      </Button>
      <span className="flex">
        <IconButton
          icon={Plug}
          label={t('orders.header.connections')}
          onClick={() => openDialog({ kind: 'connections', connectionId: null })}
        />
        <ReceiverButton />
        {total > 0 && <ReportMenu />}
        <IconButton
          icon={Settings}
          label={t('orders.header.settings')}
          onClick={() => openDialog({ kind: 'settings' })}
        />
        <HelpButton />
      </span>
    </header>
  );
}
