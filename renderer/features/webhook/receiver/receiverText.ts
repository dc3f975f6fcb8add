import { assertNever } from '#shared/assertNever.ts';
import type { RefusalReason, SelfTestError } from '#shared/domain/receiver.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError, type ErrorWords } from '#shared/i18n/describeError.ts';
import { refusalWords } from '#shared/i18n/refusalText.ts';
import type { MessageKey, Translate } from '#shared/i18n/types.ts';

interface SelfTestContext {
  /** The host of the public address. */
  readonly host: string;
  /** The local address that a tunnel must lead to, such as `http://127.0.0.1:47443`. */
  readonly target: string;
  /** Node's name of the operating system. */
  readonly platform: string | undefined;
}

/** Why a test delivery failed, and what to do. */
export function selfTestWords(error: SelfTestError, t: Translate, context: SelfTestContext): ErrorWords {
  switch (error.kind) {
    case 'app':
      return wayWords(error.error, t, context);
    case 'answeredElsewhere':
    case 'redirected':
      return {
        title: t(`receiver.test.error.${error.kind}.title`),
        why: t(`receiver.test.error.${error.kind}.cause`, { status: error.status }),
        next: t(`receiver.test.error.${error.kind}.next`, { target: context.target }),
      };
    case 'refused':
      return {
        title: t('receiver.test.error.refused.title', { status: error.status }),
        why: refusalWords(error.reason, t),
        next: t(`receiver.test.error.refused.next.${remedyOf(error.reason)}`),
      };
    case 'answerChanged':
      return {
        title: t('receiver.test.error.answerChanged.title'),
        why:
          error.status === null
            ? t('receiver.test.error.answerChanged.causeNone')
            : t('receiver.test.error.answerChanged.cause', { status: error.status }),
        next: t('receiver.test.error.answerChanged.next'),
      };
    default:
      return assertNever(error);
  }
}

/** Network errors: their usual texts are about the service, here the user's own tunnel failed. */
function wayWords(error: AppError, t: Translate, { host, platform }: SelfTestContext): ErrorWords {
  const words = describeError(error, t, { host, platform });
  switch (error.kind) {
    case 'network':
    case 'tls':
    case 'timeout':
      return {
        title: t(`receiver.test.error.${error.kind}.title`),
        why: words.why,
        next: t(`receiver.test.error.${error.kind}.next`),
      };
    case 'offline':
      return { ...words, next: t('receiver.test.error.offline.next') };
    default:
      return words;
  }
}

type Remedy = MessageKey extends infer Key
  ? Key extends `receiver.test.error.refused.next.${infer Name}`
    ? Name
    : never
  : never;

function remedyOf(reason: RefusalReason): Remedy {
  switch (reason.kind) {
    case 'hostNotAllowed':
    case 'unknownPath':
      return reason.kind;
    case 'timeSkew':
      return 'time';
    case 'sourceNotAllowed':
      return 'source';
    case 'signature':
    case 'secretsUnreadable':
      return 'secret';
    case 'slow':
      return 'slow';
    case 'flood':
    case 'notKept':
      return 'again';
    default:
      // The test delivery is sent correctly: anything else was changed on the way.
      return 'headers';
  }
}

/** A short duration (ms, not negative): milliseconds below a second, then seconds with one decimal. */
export function durationWords(ms: number, t: Translate): string {
  if (ms < 1000) return t('receiver.test.milliseconds', { ms: Math.round(ms) });
  return t('receiver.test.seconds', { seconds: (ms / 1000).toFixed(1) });
}
