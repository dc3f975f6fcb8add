import { useT } from '#renderer/hooks/useT.ts';
import { assertNever } from '#shared/assertNever.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import type { TypedProblem } from './settingsDraft.ts';

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
