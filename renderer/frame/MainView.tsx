import { useRef } from 'react';
import { TabPanel, Tabs } from '#renderer/components/Tabs.tsx';
import { EndpointDialogs } from '#renderer/features/deployment/endpoints/EndpointDialogs.tsx';
import { ExportDialog } from '#renderer/features/deployment/export/ExportDialog.tsx';
import { CopyDialogs } from '#renderer/features/deployment/files/CopyDialogs.tsx';
import { PresetsDialog } from '#renderer/features/deployment/presets/PresetsDialog.tsx';
import { AddOrdersDialog } from '#renderer/features/orders/adding/AddOrdersDialog.tsx';
import { OrderPanel } from '#renderer/features/orders/details/OrderPanel.tsx';
import { FirstStart } from '#renderer/features/orders/firstStart/FirstStart.tsx';
import { useFirstStart } from '#renderer/features/orders/firstStart/useFirstStart.ts';
import { OrdersView } from '#renderer/features/orders/list/OrdersView.tsx';
import { useAssessment } from '#renderer/features/orders/list/useAssessment.ts';
import { ConnectionsDialog } from '#renderer/features/settings/connections/ConnectionsDialog.tsx';
import { HelpDialog } from '#renderer/features/settings/help/HelpDialog.tsx';
import { SettingsDialog } from '#renderer/features/settings/settings/SettingsDialog.tsx';
import { TimelineView } from '#renderer/features/timeline/TimelineView.tsx';
import { DeliveryPanel } from '#renderer/features/webhook/inbox/DeliveryPanel.tsx';
import { InboxDialogs } from '#renderer/features/webhook/inbox/InboxDialogs.tsx';
import { InboxView } from '#renderer/features/webhook/inbox/InboxView.tsx';
import { ReceiverDialog } from '#renderer/features/webhook/receiver/ReceiverDialog.tsx';
import { useApp } from '#renderer/stores/appStore.ts';
import { showView, useViewStore } from '#renderer/stores/viewStore.ts';
import type { Assessment } from '#shared/domain/assessment.ts';
import { Banners } from './Banners.tsx';
import { Header, HelpButton, ReceiverButton } from './Header.tsx';
import { useShortcuts } from './useShortcuts.ts';

/** The window once main's state is known: the first steps, or one of the views with the panel beside it. */
export function MainView() {
  const isFirstStart = useFirstStart();
  return (
    <>
      {isFirstStart ? (
        <main className="h-full overflow-y-auto [scrollbar-gutter:stable_both-edges]">
          <span className="absolute top-3 right-4 flex">
            <ReceiverButton />
            <HelpButton />
          </span>
          <FirstStart />
        </main>
      ) : (
        <Frame />
      )}
      <AddOrdersDialog />
      <ConnectionsDialog />
      <ReceiverDialog />
      <SettingsDialog />
      <HelpDialog />
      <ExportDialog />
      <PresetsDialog />
      <InboxDialogs />
      <CopyDialogs />
      <EndpointDialogs />
    </>
  );
}

function Frame() {
  const searchField = useRef<HTMLInputElement>(null);
  useShortcuts(searchField);
  const assessment = useAssessment();
  const view = useViewStore((state) => state.view);
  return (
    <Tabs value={view} onValueChange={showView} className="flex h-full flex-col">
      <Header counts={assessment.counts} />
      <div className="relative flex min-h-0 flex-1">
        <main className="flex min-w-0 flex-1 flex-col bg-surface">
          <Banners />
          <TabPanel value={view}>
            {view === 'inbox' && <InboxView />}
            {view === 'timeline' && <TimelineView assessment={assessment} searchField={searchField} />}
            {view === 'orders' && <OrdersView assessment={assessment} searchField={searchField} />}
          </TabPanel>
        </main>
        {view === 'inbox' ? <OpenDelivery /> : <OpenOrder assessment={assessment} />}
      </div>
    </Tabs>
  );
}

function OpenOrder({ assessment }: { readonly assessment: Assessment }) {
  const openId = useViewStore((view) => view.openOrderId);
  const row = useApp((app) => (openId === null ? undefined : app.orders.get(openId)));
  if (row === undefined) return null;
  return <OrderPanel key={row.id} row={row} status={assessment.statuses.get(row.id) ?? 'neverFetched'} />;
}

function OpenDelivery() {
  const openId = useViewStore((view) => view.openDeliveryId);
  const isList = useViewStore((view) => view.inboxTab === 'deliveries');
  const delivery = useApp((app) => app.inbox.find(({ id }) => id === openId));
  if (delivery === undefined || !isList) return null;
  return <DeliveryPanel key={delivery.id} delivery={delivery} />;
}
