import type { RefusalReason } from '../domain/receiver.ts';
import { describeError } from './describeError.ts';
import { formatDuration } from './format.ts';
import type { Translate } from './types.ts';

/** Why a delivery was refused, in one sentence. The sender gets only the status code. */
export function refusalWords(reason: RefusalReason, t: Translate): string {
  switch (reason.kind) {
    case 'timeSkew': {
      const time = formatDuration(Math.abs(reason.seconds) * 1000, t);
      return t(reason.seconds > 0 ? 'receiver.reason.timeAhead' : 'receiver.reason.timeBehind', { time });
    }
    case 'secretsUnreadable':
    case 'unusable':
    case 'notKept':
      return t(`receiver.reason.${reason.kind}`, { error: describeError(reason.error, t).title });
    case 'tooLarge':
      return t('receiver.reason.tooLarge', { limit: `${Math.round(reason.limitBytes / 1024)} KiB` });
    case 'bodyMalformed':
      return t(`receiver.reason.body.${reason.detail}`);
    default:
      return t(`receiver.reason.${reason.kind}`, { code: '', name: '', host: '', method: '', ...reason });
  }
}
