import { WifiOff } from 'lucide-react';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { PausedBanner } from '#renderer/features/settings/alerts/PausedBanner.tsx';
import { KeychainBanner } from '#renderer/features/settings/connections/KeychainBanner.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { hasNewVersion, hasVaultBanner } from './laterNeeds.ts';
import { UpdateBanner, VaultBanner } from './lazyParts.ts';

/** The conditions that stop polling or alerts. */
export function Banners() {
  const t = useT();
  const online = useApp((app) => app.online);
  const connections = useApp((app) => app.connections);
  const { state, memoryConsent } = useApp((app) => app.keychain);
  const isVaultShown = useApp(({ receiver }) => hasVaultBanner(receiver.vault));
  const isUpdateShown = useApp(({ update }) => hasNewVersion(update));
  const keychainUse = state.kind === 'ready' ? 'ready' : memoryConsent ? 'inMemory' : 'none';
  return (
    <div className="flex max-h-[40%] shrink-0 flex-col gap-2 overflow-y-auto px-4 not-empty:pt-3 empty:hidden">
      <KeychainBanner />
      {isVaultShown && <VaultBanner />}
      {!online && (
        <Banner tone="neutral" icon={WifiOff} title={t('orders.banner.offline')}>
          {t('orders.banner.offlineText')}
        </Banner>
      )}
      {isUpdateShown && <UpdateBanner />}
      {connections.map((connection) => (
        <ConnectionBanner
          key={connection.id}
          connection={connection}
          keychainUse={keychainUse}
          online={online}
        />
      ))}
      <PausedBanner />
    </div>
  );
}

interface ConnectionBannerProps {
  readonly connection: ConnectionView;
  /** `inMemory`: the keychain cannot be used, and the user agreed to keep tokens in memory. */
  readonly keychainUse: 'ready' | 'inMemory' | 'none';
  readonly online: boolean;
}

function ConnectionBanner({ connection, keychainUse, online }: ConnectionBannerProps) {
  const t = useT();
  const { id, name, polling, token } = connection;
  if (polling.kind === 'rejected')
    return (
      <TokenBanner
        tone="danger"
        title={t('orders.banner.rejected', { connection: name, status: polling.status })}
        text={t('orders.banner.rejectedText')}
        button={t('orders.banner.replaceToken')}
        connectionId={id}
      />
    );
  // An unusable keychain makes every token absent, and has its own banner.
  if (keychainUse === 'none' && token.kind !== 'memory') return null;
  if (token.kind === 'absent' || token.kind === 'unreadable') {
    const error = token.kind === 'unreadable' && keychainUse === 'ready' ? token.error : null;
    const title = t(error === null ? 'orders.banner.noToken' : 'orders.banner.tokenUnreadable', {
      connection: name,
    });
    return (
      <TokenBanner
        tone="warning"
        title={title}
        text={error === null ? t('orders.banner.noTokenText') : describeError(error, t).next}
        button={t('orders.banner.enterToken')}
        connectionId={id}
      />
    );
  }
  if (polling.kind === 'probing' && online)
    return (
      <Banner tone="warning" title={t('orders.banner.probing', { connection: name })}>
        {t('orders.banner.probingText', { error: describeError(polling.error, t).why })}
      </Banner>
    );
  return null;
}

interface TokenBannerProps {
  readonly tone: 'warning' | 'danger';
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly connectionId: string;
}

function TokenBanner({ tone, title, text, button, connectionId }: TokenBannerProps) {
  return (
    <Banner
      tone={tone}
      title={title}
      actions={
        <Button
          size="sm"
          onClick={() => openDialog({ kind: 'connections', connectionId, entersToken: true })}
        >
          {button}
        </Button>
      }
    >
      {text}
    </Banner>
  );
}
