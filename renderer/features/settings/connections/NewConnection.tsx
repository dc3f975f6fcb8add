import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { StoreFailure } from '#renderer/components/StoreFailure.tsx';
import { TokenInput } from '#renderer/components/TokenInput.tsx';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useSecretSource } from '#renderer/hooks/useSecretSource.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { ConnectionFields } from './ConnectionFields.tsx';
import { ConnectionTest } from './ConnectionTest.tsx';
import { checkNewDraft, emptyDraft, hostOf, newConnectionProblems } from './connectionDraft.ts';

/** The form for a new connection: fields, token, and a test before anything is stored. */
export function NewConnection({ onAdded }: { readonly onAdded: (id: string) => void }) {
  const t = useT();
  const errorText = useFieldErrorText();
  const token = useSecretSource();
  const form = useForm({
    initial: { ...emptyDraft, hasToken: false },
    check: checkNewDraft,
    send: (fields) => bridge().calls['connections:add']({ ...fields, token: token.read() }),
    problemsOf: newConnectionProblems,
    onStored: ({ id }) => {
      token.clear();
      onAdded(id);
    },
  });
  const subject = () => {
    const fields = form.read();
    return fields === null ? null : { ...fields, id: null, token: token.read() };
  };
  return (
    <div className="flex flex-col gap-5">
      <form {...form.props} className="flex flex-col gap-4">
        <ConnectionFields form={form} focusesFirst />
        <TokenInput
          label={t('connections.token')}
          hint={t('connections.tokenHint')}
          error={errorText(form.problems.token)}
          source={token}
          onFilledChange={(hasToken) => form.change({ hasToken })}
        />
      </form>
      <section className="flex flex-col gap-3 border-t border-line pt-4">
        <SectionTitle>{t('connections.test.title')}</SectionTitle>
        <ConnectionTest subject={subject} hint={t('connections.test.hint')} />
      </section>
      <StoreFailure
        error={form.failure}
        host={hostOf(form.values.baseUrl)}
        onRepeat={() => void form.submit()}
      />
      <div className="flex justify-end">
        <Button type="submit" form={form.props.id} variant="primary" busy={form.busy}>
          {t('connections.addAndSave')}
        </Button>
      </div>
    </div>
  );
}
