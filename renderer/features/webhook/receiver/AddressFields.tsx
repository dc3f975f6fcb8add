import { Banner } from '#renderer/components/Banner.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import type { ReceiverForm } from './receiverDraft.ts';
import { useReceiverProblemText } from './useReceiverProblemText.ts';

interface AddressFieldsProps {
  readonly form: ReceiverForm;
  /** Other computers can reach the address. */
  readonly exposed: boolean;
}

/** Where the receiver listens, with a warning where other computers can reach it. */
export function AddressFields({ form, exposed }: AddressFieldsProps) {
  const { values, problems, change } = form;
  const t = useT();
  const problemText = useReceiverProblemText();
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
              value={values.address}
              onValueChange={(address) => change({ address })}
              maxLength={textLimits.address}
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
              value={values.port}
              onValueChange={(port) => change({ port })}
              maxLength={7}
              required
              monospace
            />
          )}
        </FormField>
      </div>
      {exposed && (
        <Banner tone="warning" title={t('receiver.listening.exposed')}>
          {t('receiver.listening.exposedText')}
        </Banner>
      )}
    </>
  );
}
