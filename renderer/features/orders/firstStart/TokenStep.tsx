import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { SectionTitle } from '#renderer/components/SectionTitle.tsx';
import { StoreFailure } from '#renderer/components/StoreFailure.tsx';
import { TokenInput } from '#renderer/components/TokenInput.tsx';
import { ConnectionTest } from '#renderer/features/settings/connections/ConnectionTest.tsx';
import {
  type ConnectionDraft,
  checkNewDraft,
  hostOf,
} from '#renderer/features/settings/connections/connectionDraft.ts';
import { useFieldErrorText } from '#renderer/hooks/useFieldErrorText.ts';
import { type Form, inputProblems, useForm } from '#renderer/hooks/useForm.ts';
import { useSecretSource } from '#renderer/hooks/useSecretSource.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { StepFrame } from './StepFrame.tsx';
import { beginSaving, continueFirstStart, endFirstStart } from './useFirstStart.ts';

interface TokenStepProps {
  readonly connection: Pick<Form<ConnectionDraft>, 'values'>;
  readonly onBack: () => void;
}

/** The second step: the access token and a test with one rid; then the connection is stored. */
export function TokenStep({ connection: { values }, onBack }: TokenStepProps) {
  const t = useT();
  const errorText = useFieldErrorText();
  const token = useSecretSource();
  const form = useForm({
    initial: { hasToken: false },
    check: ({ hasToken }) => checkNewDraft({ ...values, hasToken }),
    send: async (fields) => {
      beginSaving();
      const result = await bridge().calls['connections:add']({ ...fields, token: token.read() });
      if (!result.ok) endFirstStart();
      return result;
    },
    problemsOf: inputProblems('token'),
    onStored: ({ id }) => {
      token.clear();
      continueFirstStart(id);
    },
  });
  const subject = () => {
    const fields = form.read();
    return fields === null ? null : { ...fields, id: null, token: token.read() };
  };
  return (
    <StepFrame
      title={t('firstStart.token.title')}
      text={t('firstStart.token.text', { service: hostOf(values.baseUrl) })}
      formProps={form.props}
      after={
        <>
          <div className="flex flex-col gap-3 border-t border-line pt-4">
            <SectionTitle>{t('firstStart.token.testTitle')}</SectionTitle>
            <ConnectionTest subject={subject} hint={t('firstStart.token.testOptional')} />
          </div>
          <StoreFailure
            error={form.failure}
            host={hostOf(values.baseUrl)}
            onRepeat={() => void form.submit()}
          />
        </>
      }
      buttons={
        <>
          <Button onClick={onBack}>{t('common.back')}</Button>
          <Button type="submit" form={form.props.id} variant="primary" busy={form.busy}>
            {t('firstStart.token.save')}
          </Button>
        </>
      }
    >
      <TokenInput
        label={t('connections.token')}
        hint={t('connections.tokenHint')}
        error={errorText(form.problems.token)}
        source={token}
        onFilledChange={(hasToken) => form.change({ hasToken })}
      />
    </StepFrame>
  );
}
