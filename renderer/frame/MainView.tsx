import { Clock, WifiOff } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Banner } from '#renderer/components/Banner.tsx';
import { cx } from '#renderer/components/cx.ts';
import { TabPanel, Tabs } from '#renderer/components/Tabs.tsx';
import { useFirstStart } from '#renderer/features/orders/firstStart/useFirstStart.ts';
import { OrdersView } from '#renderer/features/orders/list/OrdersView.tsx';
import { useAssessment } from '#renderer/features/orders/list/useAssessment.ts';
import { isTyping } from '#renderer/hooks/isTyping.ts';
import { lazyCall } from '#renderer/hooks/lazyPart.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { useSettingsStore } from '#renderer/stores/settingsStore.ts';
import { showPartFailed } from '#renderer/stores/toastStore.ts';
import { showView, useViewStore } from '#renderer/stores/viewStore.ts';
import type { Assessment } from '#shared/domain/assessment.ts';
import { keyMeaning } from '#shared/domain/keyPress.ts';
import { clockText } from '#shared/i18n/clockText.ts';
import { Header, HelpButton } from './Header.tsx';
import { hasConnectionBanner, hasKeychainBanner, hasNewVersion, hasVaultBanner } from './laterNeeds.ts';
import {
  ConnectionBanners,
  DeliveryPanel,
  Dialogs,
  FirstStart,
  InboxView,
  KeyboardAids,
  KeychainBanner,
  later,
  OrderPanel,
  PausedBanner,
  SettingsPage,
  TimelineView,
  UpdateBanner,
  VaultBanner,
} from './lazyParts.ts';

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

const onWindowKey = lazyCall(async () => (await later()).onWindowKey, showPartFailed);

/** The keys that work in a field too. */
const always = /^(?:Escape|F1|F5)$/u;

/** The keys that work in the whole window. @param hasView the first start is over */
function useWindowKeys(hasView: boolean): void {
  // Before the view can be seen, so that no key is lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keyMeaning(event);
      const isCommand = (event.ctrlKey || event.metaKey) && key.length === 1;
      if (isCommand || always.test(key) || !isTyping(event.target)) onWindowKey(event, hasView);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [hasView]);
}

/** The conditions that stop polling or alerts. */
function Banners() {
  const t = useT();
  const online = useApp((app) => app.online);
  const clockAheadMs = useApp((app) => app.clockAheadMs);
  const isKeychainShown = useApp(hasKeychainBanner);
  const isConnectionShown = useApp(hasConnectionBanner);
  const isVaultShown = useApp(({ receiver }) => hasVaultBanner(receiver.vault));
  const isPaused = useApp(({ alertPause }) => alertPause !== null);
  const isUpdateShown = useApp(({ update }) => hasNewVersion(update));
  return (
    <div className="flex max-h-[40%] shrink-0 flex-col gap-2 overflow-y-auto bg-surface px-4 not-empty:py-3 empty:hidden">
      {isKeychainShown && <KeychainBanner />}
      {isVaultShown && <VaultBanner />}
      {!online && (
        <Banner tone="neutral" icon={WifiOff} title={t('orders.banner.offline')}>
          {t('orders.banner.offlineText')}
        </Banner>
      )}
      {clockAheadMs !== null && (
        <Banner tone="warning" icon={Clock} title={clockText(clockAheadMs, t)}>
          {t('orders.banner.clockText')}
        </Banner>
      )}
      {isUpdateShown && <UpdateBanner />}
      {isConnectionShown && <ConnectionBanners />}
      {isPaused && <PausedBanner />}
    </div>
  );
}
