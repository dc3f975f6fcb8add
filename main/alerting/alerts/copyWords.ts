import { orderTitle } from '#shared/domain/order.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { shortName } from '#shared/text.ts';
import type { AlertNews, CommandFailure } from './alert.ts';
import type { AlertText } from './alertWords.ts';

const MAX_TITLE = 80;
const MAX_FOLDER = 200;
const MAX_PROGRAM = 80;

/** Words for a copy that was kept fresh, or could not be. */
export function copyText(
  { order, folder: path, outcome, command }: Extract<AlertNews, { kind: 'copy' }>,
  t: Translate,
): AlertText {
  const folder = shortName(path, MAX_FOLDER);
  return {
    title: t(`notifications.copyTitle.${outcome}`, { title: shortName(orderTitle(order), MAX_TITLE) }),
    body:
      outcome === 'commandFailed'
        ? t('notifications.copyBody.commandFailed', {
            folder,
            program: shortName(command?.program ?? '', MAX_PROGRAM),
            ending: command === null ? '' : endingWords(command.outcome, t),
          })
        : t(`notifications.copyBody.${outcome}`, { folder }),
  };
}

function endingWords(outcome: CommandFailure['outcome'], t: Translate): string {
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
