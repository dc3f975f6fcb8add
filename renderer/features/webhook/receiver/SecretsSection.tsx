import { type ReactNode, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Badge } from '#renderer/components/Badge.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SecretForm } from '#renderer/components/SecretForm.tsx';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { HOOK_SECRETS_MAX, type HookSecretView, type HookView } from '#shared/domain/receiver.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { SecretInput } from './SecretInput.tsx';

/** The one or two secrets that a hook's deliveries are signed with, and how to change them. */
export function SecretsSection({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const [isAdding, setIsAdding] = useState(false);
  const { secrets } = hook;
  const isRotating = secrets.length >= HOOK_SECRETS_MAX;
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2">
        {secrets.map((secret, index) => (
          <SecretRow
            key={secret.id}
            hookId={hook.id}
            secret={secret}
            place={!isRotating ? 'only' : index === 0 ? 'old' : 'new'}
            action={
              !isRotating &&
              !isAdding && (
                <Button size="sm" variant="ghost" onClick={() => setIsAdding(true)}>
                  {t('receiver.secret.addSecond')}
                </Button>
              )
            }
          />
        ))}
      </ul>
      {isRotating && <p className="text-xs text-muted">{t('receiver.secret.rotating')}</p>}
      {isAdding && !isRotating && <p className="text-xs text-muted">{t('receiver.secret.rotation')}</p>}
      {isAdding && !isRotating && (
        <SecretForm
          label={t('receiver.secret.label')}
          hint={t('receiver.secret.hint')}
          saveLabel={t('receiver.secret.saveSecond')}
          store={(secret) => bridge().calls['hooks:addSecret']({ id: hook.id, secret })}
          onEnd={() => setIsAdding(false)}
        >
          {(input) => <SecretInput {...input} />}
        </SecretForm>
      )}
    </div>
  );
}

interface SecretRowProps {
  readonly hookId: string;
  readonly secret: HookSecretView;
  /** Which of two it is. The only one cannot be removed, as the hook would accept nothing. */
  readonly place: 'only' | 'old' | 'new';
  readonly action: ReactNode;
}

/** One secret: when it was added and where it is stored. The secret itself is never shown. */
function SecretRow({ hookId, secret, place, action }: SecretRowProps) {
  const t = useT();
  const locale = useLocale();
  const [asking, setAsking] = useState(false);
  const remove = useAction(() => bridge().calls['hooks:removeSecret']({ id: hookId, secretId: secret.id }));
  const { state } = secret;
  const isMissing = state.kind === 'absent' || state.kind === 'unreadable';
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line px-3 py-2">
      <div className="flex items-center gap-2">
        {place !== 'only' && (
          <Badge tone={place === 'new' ? 'info' : 'neutral'}>
            {t(place === 'old' ? 'receiver.secret.first' : 'receiver.secret.second')}
          </Badge>
        )}
        <span className="min-w-0 flex-1">
          <span className="block text-sm">
            {t('receiver.secret.added', { date: formatDateTime(secret.createdAt, locale, 'local') })}
          </span>
          <span className={cx('block text-xs', isMissing ? 'text-danger' : 'text-muted')}>
            {t(`receiver.secret.state.${state.kind}`)}
          </span>
        </span>
        {action}
        {place !== 'only' && !asking && (
          <Button size="sm" variant={place === 'new' ? 'ghost' : 'secondary'} onClick={() => setAsking(true)}>
            {t(place === 'old' ? 'receiver.secret.removeOld' : 'receiver.secret.removeNew')}
          </Button>
        )}
      </div>
      {state.kind === 'unreadable' && <ErrorBanner error={state.error} />}
      {state.kind === 'absent' && <ErrorBanner error={{ kind: 'secretMissing' }} />}
      {asking && place !== 'only' && (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-danger-soft px-3 py-2">
          <p className="min-w-50 flex-1 text-sm">
            {t(place === 'old' ? 'receiver.secret.removeQuestionOld' : 'receiver.secret.removeQuestionNew')}
          </p>
          <span className="ml-auto flex gap-2">
            <Button size="sm" autoFocus onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
            <Button size="sm" variant="danger" busy={remove.busy} onClick={() => void remove.run()}>
              {t('receiver.secret.remove')}
            </Button>
          </span>
        </div>
      )}
      {remove.error !== null && <ErrorBanner reveal error={remove.error} />}
    </li>
  );
}
