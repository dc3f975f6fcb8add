import { type RefObject, useRef } from 'react';
import { err, ok, type Result } from '#shared/result.ts';

/** Why what was typed is no passphrase. */
export type PassphraseSlip = 'empty' | 'differs';

/** Compares what was typed twice. White space counts: a passphrase may begin or end with it. */
export function typedTwice(first: string, again: string): Result<string, PassphraseSlip> {
  if (first === '') return err('empty');
  return first === again ? ok(first) : err('differs');
}

/** Access to the two inputs of a passphrase. It is in these inputs of the page alone, until it is sent. */
export interface PassphraseSource {
  readonly first: RefObject<HTMLInputElement | null>;
  readonly again: RefObject<HTMLInputElement | null>;
  readonly read: () => Result<string, PassphraseSlip>;
  /** Puts the same into both. */
  readonly fill: (passphrase: string) => void;
}

/** Makes the access; the inputs take its refs. */
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
