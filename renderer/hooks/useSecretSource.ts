import { useRef } from 'react';

/** Access to an input for a secret. */
export type SecretSource = ReturnType<typeof useSecretSource>;

/** An input whose value React does not hold: a secret is in the page's input alone, until it is sent. */
export function useSecretSource() {
  const ref = useRef<HTMLInputElement>(null);
  return {
    ref,
    /** The secret without surrounding white space; empty when nothing was entered. */
    read: () => ref.current?.value.trim() ?? '',
    /** Empties the input, right after the secret was stored. */
    clear: () => {
      if (ref.current !== null) ref.current.value = '';
    },
  };
}
