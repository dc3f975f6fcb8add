// All that the first rows do not need, as one file, which is read once they are painted.
export { OrderPanel } from '#renderer/features/orders/details/OrderPanel.tsx';
export { FirstStart } from '#renderer/features/orders/firstStart/FirstStart.tsx';
export { PausedBanner } from '#renderer/features/settings/alerts/PausedBanner.tsx';
export { KeychainBanner } from '#renderer/features/settings/connections/KeychainBanner.tsx';
export { UpdateBanner } from '#renderer/features/settings/help/UpdateBanner.tsx';
export { TimelineView } from '#renderer/features/timeline/TimelineView.tsx';
export { DeliveryPanel } from '#renderer/features/webhook/inbox/DeliveryPanel.tsx';
export { InboxView } from '#renderer/features/webhook/inbox/InboxView.tsx';
export { VaultBanner } from '#renderer/features/webhook/receiver/VaultBanner.tsx';
export { ConnectionBanners } from './ConnectionBanners.tsx';
export { Dialogs } from './Dialogs.tsx';
export { ExportMenuItems } from './ExportMenuItems.tsx';
export { KeyboardAids } from './KeyboardAids.tsx';
export { SettingsPage } from './SettingsPage.tsx';
export { onWindowKey } from './windowKeys.ts';
