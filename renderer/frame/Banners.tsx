import { Clock, WifiOff } from 'lucide-react';
import { Banner } from '#renderer/components/Banner.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { clockText } from '#shared/i18n/clockText.ts';
import { hasConnectionBanner, hasKeychainBanner, hasNewVersion, hasVaultBanner } from './laterNeeds.ts';
import { ConnectionBanners, KeychainBanner, PausedBanner, UpdateBanner, VaultBanner } from './lazyParts.ts';

/** The conditions that stop polling or alerts. */
export function Banners() {
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
