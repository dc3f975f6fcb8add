import type { StartProblem } from '#main/platform/ownFolders.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { shellWord } from './context.ts';

/** Why the program does not start, and what to do. */
export function startProblemText(problem: StartProblem, t: Translate): string {
  switch (problem.kind) {
    case 'noHome':
      return t('dialogs.refusedStart.noHome');
    case 'foreign':
      return t('dialogs.refusedStart.foreign', { folder: shellWord(problem.place), owner: problem.owner });
    case 'writable':
      return t('dialogs.refusedStart.writable', { folder: shellWord(problem.place) });
    case 'unusable':
      return t('dialogs.refusedStart.unusable', { folder: shellWord(problem.place), code: problem.code });
  }
}
