import type { ReactNode } from 'react';
import { Disclosure } from '#renderer/components/Disclosure.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { TextArea, TextField } from '#renderer/components/TextField.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { ReceiverForm } from './receiverDraft.ts';
import { useReceiverProblemText } from './useReceiverProblemText.ts';

interface AdvancedFieldsProps {
  readonly form: ReceiverForm;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** More fields, at the top. */
  readonly children: ReactNode;
}

const lists = ['allowedHosts', 'sourceAddresses', 'trustedProxies'] as const;
const numbers = [
  { field: 'maxSkewSeconds', unit: 'receiver.advanced.seconds' },
  { field: 'keepKeysDays', unit: 'receiver.advanced.days' },
] as const;

/** Accepted senders, tolerance for clocks, and how long keys are kept. */
export function AdvancedFields(props: AdvancedFieldsProps) {
  const { form, isOpen, onOpenChange, children } = props;
  const { values, problems, change } = form;
  const t = useT();
  const problemText = useReceiverProblemText();
  return (
    <Disclosure title={t('receiver.advanced.title')} isOpen={isOpen} onOpenChange={onOpenChange}>
      {children}
      {lists.map((field) => (
        <TextArea
          key={field}
          label={t(`receiver.advanced.${field}`)}
          hint={t(`receiver.advanced.${field}Hint`)}
          error={problemText(problems[field])}
          rows={2}
          value={values[field]}
          onValueChange={(text) => change({ [field]: text })}
          maxLength={20_000}
          monospace
        />
      ))}
      <div className="grid grid-cols-2 items-start gap-4">
        {numbers.map(({ field, unit }) => (
          <FormField
            key={field}
            label={t(`receiver.advanced.${field}`)}
            hint={t(`receiver.advanced.${field}Hint`)}
            error={problemText(problems[field])}
          >
            {(input) => (
              <span className="flex items-center gap-2">
                <TextField
                  {...input}
                  inputMode="numeric"
                  className="max-w-24"
                  value={values[field]}
                  onValueChange={(text) => change({ [field]: text })}
                  maxLength={7}
                />
                <span className="text-sm text-muted">{t(unit)}</span>
              </span>
            )}
          </FormField>
        ))}
      </div>
    </Disclosure>
  );
}
