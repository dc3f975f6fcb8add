import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SecretForm } from '#renderer/components/SecretForm.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { TokenInput } from '#renderer/components/TokenInput.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';

export type TokenMode = 'shown' | 'replacing' | 'removing';

interface TokenSectionProps {
  readonly connection: ConnectionView;
  readonly mode: TokenMode;
  readonly onModeChange: (mode: TokenMode) => void;
}

/** Where a connection's token is, and the ways to replace and to remove it. The token itself is never shown. */
export function TokenSection({ connection, mode, onModeChange: setMode }: TokenSectionProps) {
  const t = useT();
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
        {mode === 'shown' && (
          <span className="flex gap-2">
            {isThere && (
              <Button variant="ghost" onClick={() => setMode('removing')}>
                {t('connections.tokenState.remove')}
              </Button>
            )}
            <Button onClick={() => setMode('replacing')}>
              {t(isThere ? 'connections.tokenState.replace' : 'connections.tokenState.enter')}
            </Button>
          </span>
        )}
      </div>
      {token.kind === 'unreadable' && <ErrorBanner error={token.error} />}
      {mode === 'replacing' && (
        <SecretForm
          field="token"
          label={t('connections.tokenState.newToken')}
          hint={t('connections.tokenHint')}
          saveLabel={t('connections.tokenState.saveToken')}
          store={(token) => bridge().calls['connections:setToken']({ id: connection.id, token })}
          onEnd={() => setMode('shown')}
        >
          {(input) => <TokenInput {...input} />}
        </SecretForm>
      )}
      {mode === 'removing' && (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-sunken px-3 py-2">
          <p className="text-sm">{t('connections.tokenState.removeQuestion')}</p>
          <span className="ml-auto flex gap-2">
            <Button onClick={() => setMode('shown')}>{t('common.cancel')}</Button>
            <Button
              variant="danger"
              busy={remove.busy}
              onClick={() =>
                void remove.run().then((result) => {
                  if (result.ok) setMode('shown');
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
