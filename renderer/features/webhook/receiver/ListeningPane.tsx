import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Banner } from '#renderer/components/Banner.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { SaveButtons } from '#renderer/components/SaveButtons.tsx';
import { TextField } from '#renderer/components/TextField.tsx';
import { useForm } from '#renderer/hooks/useForm.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { ok } from '#shared/result.ts';
import { AdvancedFields } from './AdvancedFields.tsx';
import { ReceiverStateBanner } from './ReceiverStateBanner.tsx';
import {
  checkReceiver,
  draftOfConfig,
  isExposed,
  type ReceiverForm,
  type ReceiverProblems,
  receiverProblems,
} from './receiverDraft.ts';
import { TlsFields } from './TlsFields.tsx';
import { useReceiverProblemText } from './useReceiverProblemText.ts';

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

/** Whether a problem is among the advanced fields, which TLS is part of at an address that is not exposed. */
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
