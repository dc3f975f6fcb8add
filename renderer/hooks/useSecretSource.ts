import { type RefObject, useRef } from 'react';

/** Access to an input for a secret. */
export interface SecretSource {
  readonly ref: RefObject<HTMLInputElement | null>;
  /** The secret without surrounding white space; empty when nothing was entered. */
  readonly read: () => string;
  /** Empties the input, right after the secret was stored. */
  readonly clear: () => void;
}

/** An input whose value React does not hold: a secret is in the page's input alone, until it is sent. */
export function useSecretSource(): SecretSource {
  const ref = useRef<HTMLInputElement>(null);
  return {
    ref,
    read: () => ref.current?.value.trim() ?? '',
    clear: () => {
      if (ref.current !== null) ref.current.value = '';
    },
  };
}
