import { useRef, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { useAction } from '#renderer/hooks/useAction.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import type { AppError } from '#shared/errors.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { err, ok, type Result } from '#shared/result.ts';

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

type PassphraseSlip = 'empty' | 'differs';

/** Compares both entries. White space is significant: a passphrase may start or end with it. */
export function typedTwice(first: string, again: string): Result<string, PassphraseSlip> {
  if (first === '') return err('empty');
  return first === again ? ok(first) : err('differs');
}

/** Access to the two inputs of a passphrase. */
export type PassphraseSource = ReturnType<typeof usePassphraseSource>;

/** Creates the access; pass its refs to the inputs. The passphrase is kept nowhere else until it is sent. */
function usePassphraseSource() {
  const first = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  return {
    first,
    again,
    read: () => typedTwice(first.current?.value ?? '', again.current?.value ?? ''),
    fill: (passphrase: string) => {
      for (const { current } of [first, again]) if (current !== null) current.value = passphrase;
    },
  };
}

/** ASCII letters and digits without those that look alike: `0 O o`, `1 I l`. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** Length of a generated passphrase: 24 of 56 characters give 139 bits. */
const LENGTH = 24;

/** Bytes from here on are rejected: they would make the first letters of the alphabet more likely. */
const FIRST_UNFAIR = 256 - (256 % ALPHABET.length);

/** Generates a passphrase that is easy to type. @param fill fills an array with random bytes */
export function newPassphrase(
  fill: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => void crypto.getRandomValues(bytes),
): string {
  const bytes = new Uint8Array(LENGTH);
  let passphrase = '';
  while (passphrase.length < LENGTH) {
    fill(bytes);
    for (const byte of bytes)
      if (byte < FIRST_UNFAIR && passphrase.length < LENGTH) passphrase += ALPHABET[byte % ALPHABET.length];
  }
  bytes.fill(0);
  return passphrase;
}
