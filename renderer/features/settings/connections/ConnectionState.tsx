import { Banner } from '#renderer/components/Banner.tsx';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { formatRelativePast } from '#shared/i18n/format.ts';
import { hostOf } from './connectionDraft.ts';

/** Whether the connection's orders are checked, and if not, why. */
export function ConnectionState({ connection }: { readonly connection: ConnectionView }) {
  const t = useT();
  const now = useNow('minute');
  const { polling, baseUrl } = connection;
  switch (polling.kind) {
    case 'active':
      return <Banner tone="success" title={t('connections.polling.active')} />;
    case 'waitingForToken':
      return <Banner tone="neutral" title={t('connections.polling.waitingForToken')} />;
    case 'rejected':
      return (
        <Banner tone="danger" title={t('connections.polling.rejected')}>
          {t('connections.polling.rejectedText', {
            status: polling.status,
            when: formatRelativePast(now - polling.since, t),
          })}
        </Banner>
      );
    case 'probing': {
      const { title, why, next } = describeError(polling.error, t, { host: hostOf(baseUrl) });
      return (
        <Banner tone="warning" title={title}>
          <p>{why}</p>
          <p>{next}</p>
          <p className="mt-1">
            {t('connections.polling.probingText', { when: formatRelativePast(now - polling.since, t) })}
          </p>
        </Banner>
      );
    }
  }
}
