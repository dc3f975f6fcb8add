import { bridge } from '#renderer/bridge.ts';
import { Badge } from '#renderer/components/Badge.tsx';
import { Button } from '#renderer/components/Button.tsx';
import { SecretSlot } from '#renderer/components/SecretSlot.tsx';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { HOOK_SECRETS_MAX, type HookSecretView, type HookView } from '#shared/domain/receiver.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { SecretInput } from './SecretInput.tsx';

/** The one or two secrets that a hook's deliveries are signed with, and how to change them. */
export function SecretsSection({ hook: { id, secrets } }: { readonly hook: HookView }) {
  const t = useT();
  const isRotating = secrets.length >= HOOK_SECRETS_MAX;
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2">
        {secrets.map((secret, index) => (
          <li key={secret.id} className="flex flex-col gap-2 rounded-lg border border-line px-3 py-2">
            <Secret hookId={id} secret={secret} place={!isRotating ? 'only' : index === 0 ? 'old' : 'new'} />
          </li>
        ))}
      </ul>
      {isRotating && <p className="text-xs text-muted">{t('receiver.secret.rotating')}</p>}
    </div>
  );
}

interface SecretProps {
  readonly hookId: string;
  readonly secret: HookSecretView;
  /** Which of two it is. The only one cannot be removed, as the hook would accept nothing. */
  readonly place: 'only' | 'old' | 'new';
}

/** One secret: when it was added, and how it is replaced or removed. */
function Secret({ hookId, secret: { id, createdAt, state }, place }: SecretProps) {
  const t = useT();
  const locale = useLocale();
  const isOld = place === 'old';
  return (
    <SecretSlot
      title={
        <span className="flex items-center gap-2 text-sm">
          {place !== 'only' && (
            <Badge tone={isOld ? 'neutral' : 'info'}>
              {t(isOld ? 'receiver.secret.first' : 'receiver.secret.second')}
            </Badge>
          )}
          {t('receiver.secret.added', { date: formatDateTime(createdAt, locale, 'local') })}
        </span>
      }
      where={t(`receiver.secret.state.${state.kind}`)}
      state={state}
      isNeeded
      actions={({ ask, enter }) =>
        place === 'only' ? (
          <Button size="sm" variant="ghost" onClick={enter}>
            {t('receiver.secret.addSecond')}
          </Button>
        ) : (
          <Button size="sm" variant={isOld ? 'secondary' : 'ghost'} onClick={ask}>
            {t(isOld ? 'receiver.secret.removeOld' : 'receiver.secret.removeNew')}
          </Button>
        )
      }
      question={{
        question: t(isOld ? 'receiver.secret.removeQuestionOld' : 'receiver.secret.removeQuestionNew'),
        confirm: t('receiver.secret.remove'),
        act: () => bridge().calls['hooks:removeSecret']({ id: hookId, secretId: id }),
      }}
      form={{
        about: t('receiver.secret.rotation'),
        label: t('receiver.secret.label'),
        hint: t('receiver.secret.hint'),
        saveLabel: t('receiver.secret.saveSecond'),
        store: (secret) => bridge().calls['hooks:addSecret']({ id: hookId, secret }),
        input: (input) => <SecretInput {...input} />,
      }}
    />
  );
}
