import { useId } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { ConnectionFields } from '#renderer/features/settings/connections/ConnectionFields.tsx';
import type { ConnectionForm } from '#renderer/features/settings/connections/useConnectionForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { StepFrame } from './StepFrame.tsx';

interface ConnectionStepProps {
  readonly form: ConnectionForm;
  readonly onNext: () => void;
}

/** The first step: where the service is. */
export function ConnectionStep({ form, onNext }: ConnectionStepProps) {
  const t = useT();
  const formId = useId();
  return (
    <StepFrame
      title={t('firstStart.connection.title')}
      text={t('firstStart.connection.text')}
      formId={formId}
      onSubmit={() => {
        const fields = form.check();
        if (fields === null) return;
        form.change({ baseUrl: fields.baseUrl });
        onNext();
      }}
      buttons={
        <Button type="submit" form={formId} variant="primary">
          {t('common.next')}
        </Button>
      }
    >
      <ConnectionFields draft={form.draft} errors={form.errors} onChange={form.change} />
    </StepFrame>
  );
}
