import type { Translate } from '#shared/i18n/types.ts';
import { shortName } from '#shared/text.ts';
import type { CommandFailure } from './alert.ts';

const MAX_PROGRAM = 80;

/** That a command failed after the files in a folder were written. @param command `null`: its end is not known */
export function commandFailureText(
  command: CommandFailure | null,
  folder: string,
  key: 'notifications.copyBody.commandFailed' | 'cli.export.commandFailed',
  t: Translate,
): string {
  return t(key, {
    folder,
    program: shortName(command?.program ?? '', MAX_PROGRAM),
    ending: command === null ? '' : endingText(command.outcome, t),
  });
}

/** How a command ended, after its name. */
export function endingText(outcome: CommandFailure['outcome'], t: Translate): string {
  switch (outcome.kind) {
    case 'exited':
      return t('notifications.commandEnding.exited', { code: outcome.code });
    case 'signalled':
      return t('notifications.commandEnding.signalled', { signal: outcome.signal });
    case 'timedOut':
      return t('notifications.commandEnding.timedOut');
    case 'notStarted':
      return t('notifications.commandEnding.notStarted', { code: outcome.code });
  }
}
