import { useId } from 'react';
import { Banner } from '#renderer/components/Banner.tsx';
import { Checkbox } from '#renderer/components/Checkbox.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { FieldProblem } from './FieldProblem.tsx';
import type { ReceiverDraft, ReceiverProblems } from './receiverDraft.ts';
import { useReceiverProblemText } from './useReceiverProblemText.ts';

interface AddressFieldsProps {
  readonly draft: ReceiverDraft;
  /** Other computers can reach the address. */
  readonly exposed: boolean;
  readonly problems: ReceiverProblems;
  readonly onChange: (change: Partial<ReceiverDraft>) => void;
}

/** Where the receiver listens, with the warning and the consent that another address than the loopback one needs. */
export function AddressFields({ draft, exposed, problems, onChange }: AddressFieldsProps) {
  const t = useT();
  const problemText = useReceiverProblemText();
  const problemId = useId();
  const exposureText = problemText(problems.exposure);
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-4">
        <FormField
          label={t('receiver.listening.address')}
          hint={t('receiver.listening.addressHint')}
          error={problemText(problems.address)}
        >
          {(field) => (
            <TextField
              {...field}
              value={draft.address}
              onValueChange={(address) => onChange({ address })}
              maxLength={100}
              required
              monospace
            />
          )}
        </FormField>
        <FormField label={t('receiver.listening.port')} error={problemText(problems.port)}>
          {(field) => (
            <TextField
              {...field}
              inputMode="numeric"
              value={draft.port}
              onValueChange={(port) => onChange({ port })}
              maxLength={7}
              required
              monospace
            />
          )}
        </FormField>
      </div>
      {exposed && (
        <div className="flex flex-col gap-2">
          <Banner tone="warning" title={t('receiver.listening.exposed')}>
            {t('receiver.listening.exposedText')}
          </Banner>
          <Checkbox
            label={t('receiver.listening.exposureAccepted')}
            checked={draft.exposureAccepted}
            aria-invalid={exposureText === null ? undefined : true}
            aria-describedby={exposureText === null ? undefined : problemId}
            onCheckedChange={(exposureAccepted) => onChange({ exposureAccepted })}
          />
          <FieldProblem id={problemId} text={exposureText} />
        </div>
      )}
    </>
  );
}
