import { type ReactNode, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { Disclosure } from '#renderer/components/Disclosure.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { FormField } from '#renderer/components/FormField.tsx';
import { SaveButtons } from '#renderer/components/SaveButtons.tsx';
import { TextArea, TextField } from '#renderer/components/TextField.tsx';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { ok } from '#shared/result.ts';
import { ReceiverStateBanner } from './ReceiverStateBanner.tsx';
import {
  checkReceiver,
  draftOfConfig,
  isExposed,
  type ReceiverForm,
  type ReceiverProblems,
  receiverProblems,
  useReceiverProblemText,
} from './receiverDraft.ts';
import { TlsFields } from './TlsFields.tsx';

/** How the receiver listens and which senders it accepts: saved as a whole. */
export function ListeningPane() {
  const t = useT();
  const config = useApp((app) => app.receiver.config);
  const [showsAdvanced, setShowsAdvanced] = useState(false);
  const form = useForm({
    initial: draftOfConfig(config),
    check: checkReceiver,
    send: async (next: ReceiverConfig) => {
      const result = await bridge().calls['receiver:configure'](next);
      return result.ok ? ok(next) : result;
    },
    problemsOf: receiverProblems,
    storedValues: draftOfConfig,
    // A field with a problem must be visible, and stay so while it is corrected.
    onRefused: (problems) => {
      if (isAdvancedAtFault(problems, exposed)) setShowsAdvanced(true);
    },
  });
  const exposed = isExposed(form.values);
  // TLS belongs beside an address that others can reach; elsewhere it is among the advanced fields.
  const tls = <TlsFields form={form} exposed={exposed} />;
  return (
    <div className="flex flex-col gap-5">
      <ReceiverStateBanner />
      <form {...form.props} className="flex flex-col gap-4">
        <p className="text-xs text-muted">{t('receiver.listening.intro')}</p>
        <AddressFields form={form} exposed={exposed} />
        {exposed && tls}
        <AdvancedFields form={form} isOpen={showsAdvanced} onOpenChange={setShowsAdvanced}>
          {!exposed && tls}
        </AdvancedFields>
        {form.failure !== null && <ErrorBanner reveal error={form.failure} />}
        <SaveButtons form={form} texts="receiver.listening" />
      </form>
    </div>
  );
}

/** Whether a problem is among the advanced fields. TLS is one of them, unless the address is exposed. */
function isAdvancedAtFault(problems: ReceiverProblems, exposed: boolean): boolean {
  const others: readonly string[] = ['address', 'port', ...(exposed ? ['tls'] : [])];
  return Object.keys(problems).some((place) => !others.includes(place));
}

interface AddressFieldsProps {
  readonly form: ReceiverForm;
  /** Other computers can reach the address. */
  readonly exposed: boolean;
}

/** Where the receiver listens, with a warning where other computers can reach it. */
function AddressFields({ form, exposed }: AddressFieldsProps) {
  const { values, problems, change } = form;
  const t = useT();
  const problemText = useReceiverProblemText();
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-4">
        <TextField
          label={t('receiver.listening.address')}
          hint={t('receiver.listening.addressHint')}
          error={problemText(problems.address)}
          value={values.address}
          onValueChange={(address) => change({ address })}
          maxLength={textLimits.address}
          required
          monospace
        />
        <TextField
          label={t('receiver.listening.port')}
          error={problemText(problems.port)}
          inputMode="numeric"
          value={values.port}
          onValueChange={(port) => change({ port })}
          maxLength={7}
          required
          monospace
        />
      </div>
      {exposed && (
        <Banner tone="warning" title={t('receiver.listening.exposed')}>
          {t('receiver.listening.exposedText')}
        </Banner>
      )}
    </>
  );
}

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
function AdvancedFields(props: AdvancedFieldsProps) {
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
