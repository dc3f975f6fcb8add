import { type FormEvent, useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { ErrorBanner } from '#renderer/components/ErrorBanner.tsx';
import { focusFirstInvalid } from '#renderer/hooks/focusFirstInvalid.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { AddressFields } from './AddressFields.tsx';
import { AdvancedFields } from './AdvancedFields.tsx';
import { ReceiverStateBanner } from './ReceiverStateBanner.tsx';
import {
  checkReceiver,
  draftOfConfig,
  isExposed,
  problemsOf,
  type ReceiverDraft,
  type ReceiverPlace,
  type ReceiverProblems,
} from './receiverDraft.ts';
import { TlsFields } from './TlsFields.tsx';

interface ListeningPaneProps {
  readonly onUnsavedChange: (isUnsaved: boolean) => void;
}

/** How the receiver listens and whom it hears: saved as a whole. */
export function ListeningPane({ onUnsavedChange }: ListeningPaneProps) {
  const t = useT();
  const config = useApp((app) => app.receiver.config);
  const [draft, setDraft] = useState(() => draftOfConfig(config));
  const [problems, setProblems] = useState<ReceiverProblems>({});
  const [showsAdvanced, setShowsAdvanced] = useState(false);
  const configure = useAction((next: ReceiverConfig) => bridge().calls['receiver:configure'](next));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOfConfig(config));
  useEffect(() => onUnsavedChange(isChanged), [onUnsavedChange, isChanged]);

  const change = (part: Partial<ReceiverDraft>) => {
    setDraft((present) => ({ ...present, ...part }));
    setProblems((present) => without(present, placesOf(part)));
  };
  const replace = (next: ReceiverConfig) => {
    setDraft(draftOfConfig(next));
    setProblems({});
  };
  const exposed = isExposed(draft);
  const refuse = (found: ReceiverProblems) => {
    setProblems(found);
    // What is at fault must be seen, and must not vanish while it is being corrected.
    if (isAdvancedAtFault(found, exposed)) setShowsAdvanced(true);
  };
  const save = async () => {
    if (configure.busy) return;
    const checked = checkReceiver(draft);
    if (!checked.ok) {
      refuse(checked.error);
      return;
    }
    const result = await configure.run(checked.value);
    if (result.ok) replace(checked.value);
    else refuse(problemsOf(result.error));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void save().then(() => focusFirstInvalid(form));
  };
  const { error } = configure;
  // TLS is asked for where others can reach the address; elsewhere it is there for those who look for it.
  const tls = <TlsFields draft={draft} exposed={exposed} problem={problems.tls} onChange={change} />;
  return (
    <div className="flex flex-col gap-5">
      <ReceiverStateBanner />
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-xs text-muted">{t('receiver.listening.intro')}</p>
        <AddressFields draft={draft} exposed={exposed} problems={problems} onChange={change} />
        {exposed && tls}
        <AdvancedFields
          draft={draft}
          problems={problems}
          onChange={change}
          isOpen={showsAdvanced}
          onOpenChange={setShowsAdvanced}
        >
          {!exposed && tls}
        </AdvancedFields>
        {error !== null && Object.keys(problemsOf(error)).length === 0 && (
          <ErrorBanner reveal error={error} />
        )}
        <div className="flex justify-end gap-2">
          <Button variant="ghost" disabled={!isChanged} onClick={() => replace(config)}>
            {t('receiver.listening.discard')}
          </Button>
          <Button type="submit" variant="primary" busy={configure.busy} disabled={!isChanged}>
            {t('receiver.listening.save')}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** Whether something is wrong among the advanced fields, which TLS is part of at an address that is not exposed. */
function isAdvancedAtFault(problems: ReceiverProblems, exposed: boolean): boolean {
  const others: readonly string[] = ['address', 'port', ...(exposed ? ['tls'] : [])];
  return Object.keys(problems).some((place) => !others.includes(place));
}

/** The places whose problems a change may have settled. */
function placesOf(change: Partial<ReceiverDraft>): readonly ReceiverPlace[] {
  return (Object.keys(change) as (keyof ReceiverDraft)[]).flatMap((field): readonly ReceiverPlace[] => {
    switch (field) {
      case 'address':
        return ['address', 'tls'];
      case 'certificateFile':
      case 'keyFile':
        return ['tls'];
      default:
        return [field];
    }
  });
}

function without(problems: ReceiverProblems, places: readonly ReceiverPlace[]): ReceiverProblems {
  const left = { ...problems };
  for (const place of places) delete left[place];
  return left;
}
