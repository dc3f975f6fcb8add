import { useRef } from 'react';
import { tabPanelProps } from '#renderer/components/Tabs.tsx';
import { AddOrdersDialog } from '#renderer/features/addOrders/AddOrdersDialog.tsx';
import { ConnectionsDialog } from '#renderer/features/connections/ConnectionsDialog.tsx';
import { CopyDialogs } from '#renderer/features/copies/CopyDialogs.tsx';
import { ExportDialog } from '#renderer/features/export/ExportDialog.tsx';
import { FirstStart } from '#renderer/features/firstStart/FirstStart.tsx';
import { useFirstStart } from '#renderer/features/firstStart/useFirstStart.ts';
import { HelpButton } from '#renderer/features/help/HelpButton.tsx';
import { HelpDialog } from '#renderer/features/help/HelpDialog.tsx';
import { DeliveryPanel } from '#renderer/features/inbox/DeliveryPanel.tsx';
import { InboxDialogs } from '#renderer/features/inbox/InboxDialogs.tsx';
import { InboxView } from '#renderer/features/inbox/InboxView.tsx';
import type { Assessment } from '#renderer/features/orders/assessment.ts';
import { OrdersView } from '#renderer/features/orders/OrdersView.tsx';
import { useAssessment } from '#renderer/features/orders/useAssessment.ts';
import { OrderPanel } from '#renderer/features/panel/OrderPanel.tsx';
import { PlaceDialogs } from '#renderer/features/places/PlaceDialogs.tsx';
import { PresetsDialog } from '#renderer/features/presets/PresetsDialog.tsx';
import { ReceiverDialog } from '#renderer/features/receiver/ReceiverDialog.tsx';
import { SettingsDialog } from '#renderer/features/settings/SettingsDialog.tsx';
import { TimelineView } from '#renderer/features/timeline/TimelineView.tsx';
import { useApp } from '#renderer/stores/appStore.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import { Banners } from './Banners.tsx';
import { Header } from './Header.tsx';
import { ReceiverButton } from './ReceiverButton.tsx';
import { useShortcuts } from './useShortcuts.ts';
import { VIEW_TABS } from './views.ts';

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
      <PlaceDialogs />
    </>
  );
}

function Frame() {
  const searchField = useRef<HTMLInputElement>(null);
  useShortcuts(searchField);
  const assessment = useAssessment();
  const view = useViewStore((state) => state.view);
  return (
    <div className="flex h-full flex-col">
      <Header counts={assessment.counts} />
      <div className="relative flex min-h-0 flex-1">
        <main className="flex min-w-0 flex-1 flex-col bg-surface">
          <Banners />
          <div {...tabPanelProps(VIEW_TABS, view)} className="min-h-0 flex-1">
            {view === 'inbox' && <InboxView />}
            {view === 'timeline' && <TimelineView assessment={assessment} searchField={searchField} />}
            {view === 'orders' && <OrdersView assessment={assessment} searchField={searchField} />}
          </div>
        </main>
        {view === 'inbox' ? <OpenDelivery /> : <OpenOrder assessment={assessment} />}
      </div>
    </div>
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
