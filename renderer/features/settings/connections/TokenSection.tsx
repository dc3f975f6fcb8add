import { type FormEvent, useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useShownOnMount } from '#renderer/hooks/useShownOnMount.ts';
import { useT } from '#renderer/hooks/useT.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { type AppError, isKeychainError } from '#shared/errors.ts';
import { KeychainHelp } from './KeychainHelp.tsx';
import { TokenInput, useTokenSource } from './TokenInput.tsx';
import { useFieldErrorText } from './useFieldErrorText.ts';

export type TokenMode = 'shown' | 'replacing' | 'removing';

interface TokenSectionProps {
  readonly connection: ConnectionView;
  readonly mode: TokenMode;
  readonly onModeChange: (mode: TokenMode) => void;
  /** Told whether a token was typed and is not stored yet. */
  readonly onFilledChange: (isFilled: boolean) => void;
}

/** Where a connection's token is, and the ways to replace and to remove it. The token itself is never shown. */
export function TokenSection(props: TokenSectionProps) {
  const { connection, mode, onModeChange: setMode, onFilledChange } = props;
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
        <TokenForm
          connectionId={connection.id}
          onEnd={() => setMode('shown')}
          onFilledChange={onFilledChange}
        />
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

interface TokenFormProps {
  readonly connectionId: string;
  readonly onEnd: () => void;
  readonly onFilledChange: (isFilled: boolean) => void;
}

function TokenForm({ connectionId, onEnd, onFilledChange }: TokenFormProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const source = useTokenSource();
  const shown = useShownOnMount<HTMLFormElement>();
  useEffect(() => () => onFilledChange(false), [onFilledChange]);
  const [missing, setMissing] = useState<AppError>();
  const store = useAction((token: string) =>
    bridge().calls['connections:setToken']({ id: connectionId, token }),
  );
  const save = async () => {
    const token = source.read();
    setMissing(token === '' ? { kind: 'invalidInput', field: 'token', reason: 'empty' } : undefined);
    if (token === '' || store.busy) return;
    const result = await store.run(token);
    if (!result.ok) return;
    source.clear();
    onEnd();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const { error } = store;
  const refused = missing ?? (error?.kind === 'invalidInput' ? error : undefined);
  return (
    <form ref={shown} noValidate onSubmit={submit} className="flex flex-col gap-3">
      <FormField
        label={t('connections.tokenState.newToken')}
        hint={t('connections.tokenHint')}
        error={errorText(refused)}
      >
        {(field) => <TokenInput {...field} autoFocus source={source} onFilledChange={onFilledChange} />}
      </FormField>
      {isKeychainError(error) && <KeychainHelp error={error} onRepeat={() => void save()} />}
      {error !== null && error.kind !== 'invalidInput' && !isKeychainError(error) && (
        <ErrorBanner reveal error={error} />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onEnd}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary" busy={store.busy}>
          {t('connections.tokenState.saveToken')}
        </Button>
      </div>
    </form>
  );
}
