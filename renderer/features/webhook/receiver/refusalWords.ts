import { assertNever } from '#shared/assertNever.ts';
import type { RefusalReason } from '#shared/domain/receiver.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { formatDuration } from '#shared/i18n/format.ts';
import type { Translate } from '#shared/i18n/types.ts';

/** Says in one sentence why a delivery was refused: the full reason, which its sender was not told. */
export function refusalWords(reason: RefusalReason, t: Translate): string {
  switch (reason.kind) {
    case 'badRequest':
      return t('receiver.reason.badRequest', { code: reason.code });
    case 'headerMissing':
    case 'headerRepeated':
    case 'fieldMissing':
    case 'fieldRepeated':
    case 'fieldNotText':
      return t(`receiver.reason.${reason.kind}`, { name: reason.name });
    case 'hostNotAllowed':
      return t('receiver.reason.hostNotAllowed', { host: reason.host });
    case 'wrongMethod':
      return t('receiver.reason.wrongMethod', { method: reason.method });
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
    case 'sourceNotAllowed':
    case 'originPresent':
    case 'unknownPath':
    case 'timestampMalformed':
    case 'tokenMalformed':
    case 'signature':
    case 'contentType':
    case 'contentEncoding':
    case 'lengthMissing':
    case 'slow':
    case 'flood':
      return t(`receiver.reason.${reason.kind}`);
    default:
      return assertNever(reason);
  }
}
