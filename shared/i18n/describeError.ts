import { isWithoutKeychain } from '../domain/keychain.ts';
import { MINUTE_MS } from '../domain/thresholds.ts';
import type { AppError, InputReason } from '../errors.ts';
import { visibleText } from '../text.ts';
import { formatDuration } from './format.ts';
import type { MessageKey, Translate } from './types.ts';

/** An error as text: one line, its cause, and what the user can do. */
export interface ErrorWords {
  readonly title: string;
  readonly why: string;
  readonly next: string;
}

export interface ErrorContext {
  /** The host of the request, such as `api.example.com`. */
  readonly host?: string | undefined;
  /** Node's name of the operating system, such as `linux`. */
  readonly platform?: string | undefined;
}

/** The catalog key of an error, such as `errors.network.refused`. */
type EntryKey = MessageKey extends infer Key
  ? Key extends `errors.${infer Entry}.why`
    ? `errors.${Entry}`
    : never
  : never;

/** Describes what happened, why, and what to do next. Every kind and reason has its own text. */
export function describeError(error: AppError, t: Translate, context: ErrorContext = {}): ErrorWords {
  const service = context.host ?? t('errors.theService');
  const words = (entry: EntryKey, values: Partial<Omit<EntryValues, 'service'>> = {}): ErrorWords => {
    const all = { ...noValues, service, ...values };
    return {
      title: asSentence(t(`${entry}.title`, all)),
      why: asSentence(t(`${entry}.why`, all)),
      next: t(`${entry}.next`),
    };
  };
  switch (error.kind) {
    case 'unauthorized':
    case 'unexpectedStatus':
      return withDetail(words(`errors.${error.kind}`, { status: error.status }), error, t);
    case 'unknownRid':
      return withDetail(words('errors.unknownRid'), error, t);
    case 'serverError':
      return withDetail(withWait(words('errors.serverError', { status: error.status }), error, t), error, t);
    case 'rateLimited':
      return withDetail(withWait(words('errors.rateLimited'), error, t), error, t);
    case 'redirected': {
      const described = words('errors.redirected', { status: error.status });
      if (error.location === null) return described;
      return withSentence(described, t, t('errors.redirected.location', { location: error.location }));
    }
    case 'tooLarge':
      return words('errors.tooLarge', { limit: `${Math.round(error.limitBytes / 1024)} KiB` });
    case 'invalidResponse':
      return withDetail(words(`errors.invalidResponse.${error.reason}`), error, t);
    case 'invalidMaterial':
      // An order without a chain is valid; only its chain file cannot be written.
      if (error.reason === 'pemMissing' && error.part === 'certificateChain')
        return words('errors.invalidMaterial.chainMissing');
      return words(`errors.invalidMaterial.${error.reason}`, { part: t(`errors.parts.${error.part}`) });
    case 'network':
      return words(`errors.network.${error.reason}`, { code: error.code });
    case 'tls':
      return words(`errors.tls.${error.reason}`, { code: error.code });
    case 'timeout':
      return words(`errors.timeout.${error.phase}`);
    case 'keychainLocked':
      return { ...words('errors.keychainLocked'), next: keychainNext(error.kind, t, context.platform) };
    case 'keychainUnavailable': {
      if (isWithoutKeychain(error)) return words('errors.noKeychain');
      const described = {
        ...words('errors.keychainUnavailable'),
        next: keychainNext(error.kind, t, context.platform),
      };
      return error.detail === '' ? described : withSentence(described, t, keychainDetail(error.detail, t));
    }
    case 'invalidInput':
      return {
        title: t(`errors.invalidInput.title.${error.field}`),
        why: t(`errors.invalidInput.why.${error.reason}`),
        next: hasRemedy(error.reason)
          ? t(`errors.invalidInput.remedy.${error.reason}`)
          : t(`errors.invalidInput.next.${error.field}`),
      };
    case 'configuration': {
      const described = words(`errors.configuration.${error.reason}`, { name: visibleText(error.place) });
      const why = error.why === null ? null : t(`errors.invalidInput.why.${error.why}`);
      const first = why === null ? described : withSentence(described, t, why);
      return error.more === 0 ? first : withSentence(first, t, t('errors.moreFaults', { count: error.more }));
    }
    case 'fileSystem':
      return words(`errors.fileSystem.${error.reason}`, { name: visibleText(error.name), code: error.code });
    case 'otherOrdersFile':
      return error.order === null
        ? words('errors.otherOrdersFile.removed', { name: visibleText(error.name) })
        : words('errors.otherOrdersFile.known', { name: visibleText(error.name), order: error.order });
    case 'loginStart':
      return words(`errors.loginStart.${error.reason}`, { name: visibleText(error.name), code: error.code });
    case 'storage':
      return words(`errors.storage.${error.reason}`);
    case 'notRecorded':
      return withSentence(words('errors.notRecorded'), t, t(`errors.storage.${error.reason}.why`));
    case 'pkcs12':
      return words(`errors.pkcs12.${error.reason}`);
    case 'vaultKey':
      return words(`errors.vaultKey.${error.reason}`);
    case 'consent':
      return words(`errors.consent.${error.reason}`);
    case 'tooOften':
      return {
        ...words('errors.tooOften'),
        // Up to whole seconds: who waits for less is refused once more.
        next: t('errors.tooOften.nextKnown', {
          wait: formatDuration(Math.ceil(error.waitMs / 1000) * 1000, t),
        }),
      };
    default:
      return words(`errors.${error.kind}`);
  }
}

/** Reasons that say what to do, whatever the field. */
type Remedied = MessageKey extends infer Key
  ? Key extends `errors.invalidInput.remedy.${infer Reason extends InputReason}`
    ? Reason
    : never
  : never;

const remedied: Readonly<Record<Remedied, true>> = {
  isToken: true,
  notUtf8: true,
  outerSpace: true,
  notComposed: true,
};

function hasRemedy(reason: InputReason): reason is Remedied {
  return reason in remedied;
}

type EntryValues = Record<
  'service' | 'status' | 'limit' | 'part' | 'code' | 'name' | 'order',
  string | number
>;

const noValues: EntryValues = { service: '', status: '', limit: '', part: '', code: '', name: '', order: '' };

/**
 * Lets a value fit its place: "the service" at the beginning of a sentence gets its capital, the space that sets a host
 * apart from Chinese goes where a Chinese word stands instead, and so do the brackets around a code that is not there.
 */
function asSentence(text: string): string {
  const sentence = text.replace(/ \(\)|（）|(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '');
  return sentence.startsWith('the service') ? `T${sentence.slice(1)}` : sentence;
}

function withSentence(words: ErrorWords, t: Translate, sentence: string): ErrorWords {
  return { ...words, why: t('common.sentences', { first: words.why, second: sentence }) };
}

function withDetail(
  words: ErrorWords,
  { detail = null }: { readonly detail?: string | null },
  t: Translate,
): ErrorWords {
  return detail === null || detail === ''
    ? words
    : withSentence(words, t, t('errors.serviceSaid', { detail }));
}

/** Up to a whole minute from a minute on, whose seconds the words leave out. */
function roundToMinute(ms: number): number {
  return ms < MINUTE_MS ? ms : Math.ceil(ms / MINUTE_MS) * MINUTE_MS;
}

function withWait(
  words: ErrorWords,
  { kind, retryAfterMs }: Extract<AppError, { readonly retryAfterMs: number | null }>,
  t: Translate,
): ErrorWords {
  if (retryAfterMs === null) return words;
  return {
    ...words,
    next: t(`errors.${kind}.nextKnown`, { wait: formatDuration(roundToMinute(retryAfterMs), t) }),
  };
}

/** What is missing, where main names it by its technical name alone; else what the system itself said. */
function keychainDetail(detail: string, t: Translate): string {
  switch (detail) {
    case 'D-Bus':
      return t('errors.keychainMissing.bus');
    case 'org.freedesktop.secrets':
      return t('errors.keychainMissing.service', { name: detail });
    case 'libsecret-1.so.0':
    case 'keytar.node':
      return t('errors.keychainMissing.library', { name: detail });
    default:
      return t('errors.keychainSaid', { detail });
  }
}

function keychainNext(
  kind: 'keychainLocked' | 'keychainUnavailable',
  t: Translate,
  platform: string | undefined,
): string {
  const next = Object.entries(nextByPlatform).find(([name]) => name === platform)?.[1] ?? 'next';
  return t(`errors.${kind}.${next}`);
}

const nextByPlatform = { linux: 'nextLinux', darwin: 'nextMac', win32: 'nextWindows' } as const;
