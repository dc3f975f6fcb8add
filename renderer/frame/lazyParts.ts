import { lazyPart } from '#renderer/hooks/lazyPart.tsx';
import { closeDialog, closeSettings, openDelivery, openOrder, showView } from '#renderer/stores/viewStore.ts';

/** All that the first rows do not need. */
export const later = () => import('./laterParts.ts');

const showOrders = () => showView('orders');
const leaveOut = () => undefined;

export const Dialogs = lazyPart(async () => (await later()).Dialogs, closeDialog);
export const KeyboardAids = lazyPart(async () => (await later()).KeyboardAids, leaveOut);
export const SettingsPage = lazyPart(async () => (await later()).SettingsPage, closeSettings);
export const TimelineView = lazyPart(async () => (await later()).TimelineView, showOrders);
export const InboxView = lazyPart(async () => (await later()).InboxView, showOrders);
export const OrderPanel = lazyPart(
  async () => (await later()).OrderPanel,
  () => openOrder(null),
);
export const DeliveryPanel = lazyPart(
  async () => (await later()).DeliveryPanel,
  () => openDelivery(null),
);
export const ConnectionBanners = lazyPart(async () => (await later()).ConnectionBanners, leaveOut);
export const KeychainBanner = lazyPart(async () => (await later()).KeychainBanner, leaveOut);
export const VaultBanner = lazyPart(async () => (await later()).VaultBanner, leaveOut);
export const PausedBanner = lazyPart(async () => (await later()).PausedBanner, leaveOut);
export const UpdateBanner = lazyPart(async () => (await later()).UpdateBanner, leaveOut);
/** Fills the page, which would be empty without it. */
export const FirstStart = lazyPart(async () => (await later()).FirstStart);
