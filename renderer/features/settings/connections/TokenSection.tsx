import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';

/** Where a connection's token is, and the ways to replace and to remove it. The token itself is never shown. */
export function TokenSection({ connection }: { readonly connection: ConnectionView }) {
  const t = useT();
  const [isRemoving, setRemoving] = useState(false);
  const remove = useAction(() => bridge().calls['connections:removeToken'](connection.id));
  const { token } = connection;
  const isThere = token.kind !== 'absent';
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <SectionTitle>{t('connections.token')}</SectionTitle>
          <p className="text-xs text-muted">{t(`connections.tokenState.${token.kind}`)}</p>
        </div>
        {!isRemoving && (
          <span className="flex gap-2">
            {isThere && (
              <Button variant="ghost" onClick={() => setRemoving(true)}>
                {t('connections.tokenState.remove')}
              </Button>
            )}
            <Button onClick={() => openDialog({ kind: 'token', connectionId: connection.id })}>
              {t(isThere ? 'connections.tokenState.replace' : 'connections.tokenState.enter')}
            </Button>
          </span>
        )}
      </div>
      {token.kind === 'unreadable' && <ErrorBanner error={token.error} />}
      {isRemoving && (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-sunken px-3 py-2">
          <p className="text-sm">{t('connections.tokenState.removeQuestion')}</p>
          <span className="ml-auto flex gap-2">
            <Button onClick={() => setRemoving(false)}>{t('common.cancel')}</Button>
            <Button
              variant="danger"
              busy={remove.busy}
              onClick={() =>
                void remove.run().then((result) => {
                  if (result.ok) setRemoving(false);
                })
              }
            >
              {t('connections.tokenState.remove')}
            </Button>
          </span>
        </div>
      )}
      {remove.error !== null && <ErrorBanner reveal error={remove.error} />}
    </section>
  );
}
