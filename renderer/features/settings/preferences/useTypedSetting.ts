import { type KeyboardEvent, useState } from 'react';
import { useT } from '#renderer/hooks/useT.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { TypedChange } from './settingsDraft.ts';
import { useProblemText } from './useProblemText.ts';

interface TypedSetting {
  /** What is wrong with the text, and that the stored value remains in force; `null`: nothing. */
  readonly error: string | null;
  readonly input: {
    readonly value: string;
    readonly onValueChange: (text: string) => void;
    readonly onBlur: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

/**
 * A setting that is typed: applied by Enter and when the field loses the focus. An invalid text stays in the field with
 * its problem, while the stored value remains in force.
 * @param stored the current value as text
 * @param inMinutes the bounds are an interval in minutes
 */
export function useTypedSetting(
  stored: string,
  read: (text: string) => TypedChange,
  apply: (change: Partial<Settings>) => void,
  { inMinutes = false }: { readonly inMinutes?: boolean } = {},
): TypedSetting {
  const t = useT();
  const problemText = useProblemText();
  const [typed, setTyped] = useState<string | null>(null);
  const [isCommitted, setCommitted] = useState(false);
  const checked = typed === null ? null : read(typed);
  const commit = () => {
    if (checked === null) return;
    setCommitted(true);
    if (!checked.ok) return;
    setTyped(null);
    setCommitted(false);
    apply(checked.value);
  };
  const problem =
    isCommitted && checked !== null && !checked.ok ? problemText(checked.error, inMinutes) : null;
  return {
    error: problem === null ? null : t('settings.bounds.inForce', { problem }),
    input: {
      value: typed ?? stored,
      onValueChange: setTyped,
      onBlur: commit,
      onKeyDown: (event) => {
        if (event.key === 'Enter') commit();
      },
    },
  };
}
