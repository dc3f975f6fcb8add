import { useEffect, useState } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { TabPanel, Tabs } from '#renderer/components/Tabs.tsx';
import { useFirstStart } from '#renderer/features/orders/firstStart/useFirstStart.ts';
import { OrdersView } from '#renderer/features/orders/list/OrdersView.tsx';
import { useAssessment } from '#renderer/features/orders/list/useAssessment.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { useSettingsStore } from '#renderer/stores/settingsStore.ts';
import { showView, useViewStore } from '#renderer/stores/viewStore.ts';
import type { Assessment } from '#shared/domain/assessment.ts';
import { Banners } from './Banners.tsx';
import { Header, HelpButton } from './Header.tsx';
import {
  DeliveryPanel,
  Dialogs,
  FirstStart,
  InboxView,
  KeyboardAids,
  OrderPanel,
  SettingsPage,
  TimelineView,
} from './lazyParts.ts';
import { useWindowKeys } from './useWindowKeys.ts';

/** The window once main's state is known: the first steps, or one of the views with the panel beside it. */
export function MainView() {
  const isFirstStart = useFirstStart();
  const isOpen = useViewStore((view) => view.dialog.kind !== 'none');
  // A running export shows itself while its dialog is closed.
  const hasDialog = useApp((app) => app.exportJob !== null) || isOpen;
  const isSettingsOpen = useSettingsStore((state) => state.place !== null);
  useWindowKeys(!isFirstStart);
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const request = requestIdleCallback(() => setIdle(true), { timeout: 2000 });
    return () => cancelIdleCallback(request);
  }, []);
  return (
    <>
      {isIdle && <KeyboardAids />}
      {/* Below the settings page, the view keeps what was typed, chosen and scrolled to. */}
      <div inert={isSettingsOpen} className={cx('h-full', isSettingsOpen && 'invisible')}>
        {isFirstStart ? (
          <main className="h-full">
            <FirstStart corner={<HelpButton />} />
          </main>
        ) : (
          <Frame />
        )}
      </div>
      {isSettingsOpen && <SettingsPage />}
      {hasDialog && <Dialogs />}
    </>
  );
}

function Frame() {
  const assessment = useAssessment();
  const view = useViewStore((state) => state.view);
  return (
    <Tabs value={view} onValueChange={showView} className="flex h-full flex-col short:overflow-y-auto">
      <Header />
      <Banners />
      <div className="relative flex min-h-0 flex-1 short:h-full short:min-h-48 short:flex-none">
        {/* In a narrow window the details are shown instead of the list, which keeps its scroll position. */}
        <main className="flex min-w-0 flex-1 flex-col bg-surface not-beside:has-[+aside]:*:invisible">
          <TabPanel value={view}>
            {view === 'inbox' && <InboxView />}
            {view === 'timeline' && <TimelineView assessment={assessment} />}
            {view === 'orders' && <OrdersView assessment={assessment} />}
          </TabPanel>
        </main>
        {view === 'inbox' ? <OpenDelivery /> : <OpenOrder assessment={assessment} />}
      </div>
    </Tabs>
  );
}

function OpenOrder({ assessment }: { readonly assessment: Assessment }) {
  const openId = useViewStore((view) => view.orders.openId);
  const row = useApp((app) => (openId === null ? undefined : app.orders.get(openId)));
  if (row === undefined) return null;
  return <OrderPanel key={row.id} row={row} status={assessment.statuses.get(row.id) ?? 'neverFetched'} />;
}

function OpenDelivery() {
  const openId = useViewStore((view) => view.deliveries.openId);
  const isList = useViewStore((view) => view.inboxTab === 'deliveries');
  const delivery = useApp((app) => app.inbox.find(({ id }) => id === openId));
  if (delivery === undefined || !isList) return null;
  return <DeliveryPanel key={delivery.id} delivery={delivery} />;
}
