import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import type { AppError } from '#shared/errors.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { type PassphraseSlip, usePassphraseSource } from './passphraseSource.ts';

type ConflictChoice = 'replace' | 'keepOthers';

/** The user's answers in the review of an export. */
export type Confirmation = ReturnType<typeof useConfirmation>;

/** Keeps the answers for an export in review, and sends them. Then the passphrase is removed from the page. */
export function useConfirmation(job: Pick<ExportJobView, 'id' | 'needsPassphrase'> | null) {
  const [chosen, setChosen] = useState<{ jobId: string; choice: ConflictChoice } | null>(null);
  const [isEmpty, setIsEmpty] = useState(true);
  const [slipped, setSlipped] = useState<{ jobId: string; slip: PassphraseSlip } | null>(null);
  const passphrase = usePassphraseSource();
  const confirm = useAction((args: CallArgs<'export:confirm'>) => bridge().calls['export:confirm'](args));
  const conflicts = chosen !== null && chosen.jobId === job?.id ? chosen.choice : 'keepOthers';
  return {
    conflicts,
    chooseConflicts: (choice: ConflictChoice) => setChosen(job === null ? null : { jobId: job.id, choice }),
    passphrase,
    /** Why the typed passphrase is not sent. */
    slip: slipped !== null && slipped.jobId === job?.id ? slipped.slip : null,
    error: isOfPassphrase(confirm.error) ? null : confirm.error,
    /** Why main refused the passphrase. */
    refused: isOfPassphrase(confirm.error) ? confirm.error : null,
    busy: confirm.busy,
    /** A passphrase is needed, and nothing was typed yet. */
    isPassphraseMissing: job?.needsPassphrase === true && isEmpty,
    /** Clears the errors of the passphrase. */
    edited: () => {
      setIsEmpty((passphrase.first.current?.value ?? '') === '');
      setSlipped(null);
      if (isOfPassphrase(confirm.error)) confirm.reset();
    },
    /** Sends the answers. `false`: the passphrase is missing or was refused. */
    send: async () => {
      if (job === null || confirm.busy) return true;
      const typed = passphrase.read();
      const isSlip = job.needsPassphrase && !typed.ok;
      setSlipped(isSlip ? { jobId: job.id, slip: typed.error } : null);
      if (isSlip) return false;
      const given = job.needsPassphrase && typed.ok ? typed.value : null;
      const answer = { jobId: job.id, conflicts, passphrase: given };
      const result = await confirm.run(answer);
      if (result.ok) passphrase.fill('');
      return result.ok || !isOfPassphrase(result.error);
    },
  };
}

function isOfPassphrase(error: AppError | null): boolean {
  return error?.kind === 'invalidInput' && error.field === 'passphrase';
}
