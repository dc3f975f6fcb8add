import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { SecretForm } from '#renderer/components/SecretForm.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { HOOK_SECRETS_MAX, type HookView } from '#shared/domain/receiver.ts';
import { SecretInput } from './SecretInput.tsx';
import { SecretRow } from './SecretRow.tsx';

/** The one or two secrets that a hook's deliveries are signed with, and how to change them. */
export function SecretsSection({ hook }: { readonly hook: HookView }) {
  const t = useT();
  const [isAdding, setIsAdding] = useState(false);
  const { secrets } = hook;
  const isRotating = secrets.length >= HOOK_SECRETS_MAX;
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex items-center justify-between gap-2">
        <SectionTitle>{t(isRotating ? 'receiver.secret.titleTwo' : 'receiver.secret.titleOne')}</SectionTitle>
        {!isRotating && !isAdding && (
          <Button size="sm" onClick={() => setIsAdding(true)}>
            {t('receiver.secret.addSecond')}
          </Button>
        )}
      </div>
      <ul className="flex flex-col gap-2">
        {secrets.map((secret, index) => (
          <SecretRow
            key={secret.id}
            hookId={hook.id}
            secret={secret}
            place={!isRotating ? 'only' : index === 0 ? 'old' : 'new'}
          />
        ))}
      </ul>
      <p className="text-xs text-muted">
        {t(isRotating ? 'receiver.secret.rotating' : 'receiver.secret.rotation')}
      </p>
      {isAdding && !isRotating && (
        <SecretForm
          field="secret"
          label={t('receiver.secret.label')}
          hint={t('receiver.secret.hint')}
          saveLabel={t('receiver.secret.saveSecond')}
          store={(secret) => bridge().calls['hooks:addSecret']({ id: hook.id, secret })}
          onEnd={() => setIsAdding(false)}
        >
          {(input) => <SecretInput {...input} />}
        </SecretForm>
      )}
    </section>
  );
}
