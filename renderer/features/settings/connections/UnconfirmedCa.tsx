import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';

/** Says that a configuration file brought the CA of a connection, with the button that confirms it. Else nothing. */
export function UnconfirmedCa({ connection: { id, ca } }: { readonly connection: ConnectionView }) {
  const t = useT();
  const confirming = useAction(() => bridge().calls['connections:confirmCa'](id));
  if (ca === null || ca.isConfirmed) return null;
  return (
    <>
      <Banner
        tone="warning"
        title={t('connections.ca.unconfirmed')}
        actions={
          <Button size="sm" busy={confirming.busy} onClick={() => void confirming.run()}>
            {t('connections.ca.confirm')}
          </Button>
        }
      >
        {t('connections.ca.unconfirmedText', { fileName: ca.fileName })}
      </Banner>
      {confirming.error !== null && <ErrorBanner reveal error={confirming.error} />}
    </>
  );
}
