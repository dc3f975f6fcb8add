import { assertNever } from '#shared/assertNever.ts';
import type { ReceiverOutcome, RefusalReason } from '#shared/domain/receiver.ts';
import type { AnswerStatus } from './answers.ts';

/** The status that an outcome is answered with. The service takes anything below 400 for success. */
export function statusOf(outcome: ReceiverOutcome): AnswerStatus {
  return outcome.kind === 'refused' ? refusalStatus(outcome.reason) : 204;
}

function refusalStatus(reason: RefusalReason): AnswerStatus {
  switch (reason.kind) {
    case 'badRequest':
      return reason.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
    case 'headerMissing':
    case 'headerRepeated':
      return headerStatus(reason.name);
    // 404 would send a person to look for a wrong path, where a tunnel's name has to be allowed.
    case 'hostNotAllowed':
    case 'originPresent':
    case 'bodyMalformed':
    case 'fieldMissing':
    case 'fieldRepeated':
    case 'fieldNotText':
      return 400;
    case 'sourceNotAllowed':
    case 'timestampMalformed':
    case 'tokenMalformed':
    case 'signature':
    case 'timeSkew':
      return 401;
    case 'unknownPath':
      return 404;
    case 'wrongMethod':
      return 405;
    case 'slow':
      return 408;
    case 'lengthMissing':
      return 411;
    case 'tooLarge':
      return 413;
    case 'contentType':
    case 'contentEncoding':
      return 415;
    case 'unusable':
      return 422;
    case 'flood':
      return 429;
    case 'secretsUnreadable':
    case 'notKept':
      return 503;
    default:
      return assertNever(reason);
  }
}

function headerStatus(name: string): AnswerStatus {
  if (name === 'content-type') return 415;
  return name.startsWith('z-') ? 401 : 400;
}
