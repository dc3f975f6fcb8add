import { useRef } from 'react';
import { AddOrdersDialog } from '#renderer/features/addOrders/AddOrdersDialog.tsx';
import { ConnectionsDialog } from '#renderer/features/connections/ConnectionsDialog.tsx';
import { ExportDialog } from '#renderer/features/export/ExportDialog.tsx';
import { FirstStart } from '#renderer/features/firstStart/FirstStart.tsx';
import { useFirstStart } from '#renderer/features/firstStart/useFirstStart.ts';
import { HelpButton } from '#renderer/features/help/HelpButton.tsx';
import { HelpDialog } from '#renderer/features/help/HelpDialog.tsx';
import { OrdersView } from '#renderer/features/orders/OrdersView.tsx';
import { useAssessment } from '#renderer/features/orders/useAssessment.ts';
import { OrderPanel } from '#renderer/features/panel/OrderPanel.tsx';
import { ReceiverDialog } from '#renderer/features/receiver/ReceiverDialog.tsx';
import { SettingsDialog } from '#renderer/features/settings/SettingsDialog.tsx';
import { useApp } from '#renderer/stores/appStore.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import { Banners } from './Banners.tsx';
import { Header } from './Header.tsx';
import { useShortcuts } from './useShortcuts.ts';

/** The window once main's state is known: the first steps, or the orders with the panel beside them. */
export function MainView() {
  const isFirstStart = useFirstStart();
  return (
    <>
      {isFirstStart ? (
        <main className="h-full overflow-y-auto [scrollbar-gutter:stable_both-edges]">
          <span className="absolute top-3 right-4">
            <HelpButton />
          </span>
          <FirstStart />
        </main>
      ) : (
        <OrdersFrame />
      )}
      <AddOrdersDialog />
      <ConnectionsDialog />
      <ReceiverDialog />
      <SettingsDialog />
      <HelpDialog />
      <ExportDialog />
    </>
  );
}

function OrdersFrame() {
  const searchField = useRef<HTMLInputElement>(null);
  useShortcuts(searchField);
  const assessment = useAssessment();
  const openId = useViewStore((view) => view.openOrderId);
  const openRow = useApp((app) => (openId === null ? undefined : app.orders.get(openId)));
  return (
    <div className="flex h-full flex-col">
      <Header counts={assessment.counts} />
      <div className="relative flex min-h-0 flex-1">
        <main className="flex min-w-0 flex-1 flex-col bg-surface">
          <Banners />
          <div className="min-h-0 flex-1">
            <OrdersView assessment={assessment} searchField={searchField} />
          </div>
        </main>
        {openRow !== undefined && (
          <OrderPanel
            key={openRow.id}
            row={openRow}
            status={assessment.statuses.get(openRow.id) ?? 'neverFetched'}
          />
        )}
      </div>
    </div>
  );
}
