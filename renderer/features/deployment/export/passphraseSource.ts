import { type RefObject, useRef } from 'react';
import { err, ok, type Result } from '#shared/result.ts';

/** What is wrong with a typed passphrase. */
export type PassphraseSlip = 'empty' | 'differs';

/** Compares both entries. White space is significant: a passphrase may start or end with it. */
export function typedTwice(first: string, again: string): Result<string, PassphraseSlip> {
  if (first === '') return err('empty');
  return first === again ? ok(first) : err('differs');
}

/** Access to the two inputs of a passphrase. The passphrase is kept nowhere else until it is sent. */
export interface PassphraseSource {
  readonly first: RefObject<HTMLInputElement | null>;
  readonly again: RefObject<HTMLInputElement | null>;
  readonly read: () => Result<string, PassphraseSlip>;
  /** Sets both inputs. */
  readonly fill: (passphrase: string) => void;
}

/** Creates the access; pass its refs to the inputs. */
export function usePassphraseSource(): PassphraseSource {
  const first = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  return {
    first,
    again,
    read: () => typedTwice(first.current?.value ?? '', again.current?.value ?? ''),
    fill: (passphrase) => {
      for (const { current } of [first, again]) if (current !== null) current.value = passphrase;
    },
  };
}
