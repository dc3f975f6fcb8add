import { type KeyboardEvent, useState } from 'react';
import { useT } from '#renderer/hooks/useT.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import type { TypedChange, TypedProblem } from './settingsDraft.ts';

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

/** The text for a refused setting; `null` for no problem. */
export function useProblemText(): (problem: TypedProblem | undefined, inMinutes?: boolean) => string | null {
  const t = useT();
  return (problem, inMinutes = false) => {
    if (problem === undefined) return null;
    switch (problem.kind) {
      case 'notDirectory':
        return t('settings.authority.notDirectory');
      case 'notWhole':
        return t('settings.bounds.wholeNumber');
      case 'noDays':
        return t('settings.bounds.noDays');
      case 'notDays':
        return t('settings.bounds.notDays', { text: problem.text });
      case 'tooManyDays':
        return t('settings.bounds.tooManyDays', { max: problem.max });
      case 'outOfRange':
        return inMinutes
          ? t('settings.bounds.interval', {
              min: formatDuration(problem.min * MINUTE_MS, t),
              max: formatDuration(problem.max * MINUTE_MS, t),
            })
          : t('settings.bounds.range', { min: problem.min, max: problem.max });
      case 'criticalAboveWarning':
        return t('settings.bounds.criticalAboveWarning', { max: problem.max });
      case 'warningBelowCritical':
        return t('settings.bounds.warningBelowCritical', { min: problem.min });
      default:
        return assertNever(problem);
    }
  };
}
