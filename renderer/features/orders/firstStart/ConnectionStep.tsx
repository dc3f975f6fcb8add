import { Button } from '#renderer/components/Button.tsx';
import { ConnectionFields } from '#renderer/features/settings/connections/ConnectionFields.tsx';
import type { ConnectionForm } from '#renderer/features/settings/connections/connectionDraft.ts';
import type { Form } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { StepFrame } from './StepFrame.tsx';

/** The first step: where the service is. */
export function ConnectionStep({ form }: { readonly form: ConnectionForm & Pick<Form<unknown>, 'props'> }) {
  const t = useT();
  return (
    <StepFrame
      title={t('firstStart.connection.title')}
      text={t('firstStart.connection.text')}
      formProps={form.props}
      buttons={
        <Button type="submit" form={form.props.id} variant="primary">
          {t('common.next')}
        </Button>
      }
    >
      <ConnectionFields form={form} />
    </StepFrame>
  );
}
