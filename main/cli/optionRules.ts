import { parseDuration } from '#shared/domain/durations.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { isLonger, readOwnThresholds, readThreshold } from '#shared/domain/thresholdInput.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { Threshold } from '#shared/domain/typedThreshold.ts';
import type { AskedSecret, Given, UsageProblem } from './command.ts';

/** What several options of a command mean together, and what must not be given together. */

/** What is wrong if two options are given together; `null`: nothing. */
export function notBoth<Name extends string>(
  options: Readonly<Record<Name, string | boolean | null>>,
  one: Name,
  other: Name,
): UsageProblem | null {
  const isGiven = (name: Name) => options[name] !== null && options[name] !== false;
  return isGiven(one) && isGiven(other) ? { kind: 'notBoth', one: `--${one}`, other: `--${other}` } : null;
}

/** What errors and limits of each secret are. */
const secrets = {
  passphrase: { unread: 'cli.export.passphraseUnread', limit: textLimits.secret },
  token: { unread: 'cli.connections.tokenUnread', limit: textLimits.token },
  secret: { unread: 'cli.hooks.secretUnread', limit: textLimits.secret },
} as const;

/** The secret that two options ask for. @param file that has it; `null`: none. @returns `null`: neither is given */
export function askedSecret(
  field: AskedSecret['field'],
  file: string | null,
  fromStdin: boolean,
): AskedSecret | null {
  const rest = { field, ...secrets[field] };
  if (file !== null) return { source: { kind: 'file', path: file }, ...rest };
  return fromStdin ? { source: { kind: 'stdin' }, ...rest } : null;
}

/** The timeout of `check` without the option, as the guidelines want. */
const TIMEOUT_MS = 10_000;

/** The timeout of a check in ms. @param word as it was typed; a number alone is in seconds, as with every plugin. @returns `null`: it is none */
export function timeoutOf(word: string | null): number | null {
  const timeoutMs = word === null ? TIMEOUT_MS : parseDuration(word.replace(/^\d+$/u, '$&s'));
  return timeoutMs === null || timeoutMs === 0 ? null : Math.min(timeoutMs, DAY_MS);
}

export function refuseCheck({
  warning,
  critical,
  timeout,
}: {
  readonly warning: Threshold | null;
  readonly critical: Threshold | null;
  readonly timeout: string | null;
}): UsageProblem | null {
  // A default gives way to the other time, where it would not fit.
  if (critical !== null && warning !== null && isLonger(critical, warning))
    return { kind: 'criticalAboveWarning' };
  return timeoutOf(timeout) === null ? { kind: 'badDuration', word: timeout ?? '' } : null;
}

export function refuseConnectionsAdd({
  words: [, extra],
  options,
}: Given<'ca-file' | 'ca-sha256', 'token-stdin' | 'token-credential'>): UsageProblem | null {
  if (extra !== undefined) return { kind: 'tokenAsArgument' };
  const problem =
    notBoth(options, 'token-stdin', 'token-credential') ?? notBoth(options, 'ca-file', 'ca-sha256');
  if (problem !== null) return problem;
  return options['token-stdin'] || options['token-credential']
    ? null
    : { kind: 'optionMissing', option: '--token-stdin|--token-credential' };
}

export function refuseExport({
  words: [first],
  options,
}: Given<'passphrase-file', 'all' | 'replace' | 'keep' | 'passphrase-stdin'>): UsageProblem | null {
  if (options.all && first !== undefined) return { kind: 'notBoth', one: '--all', other: first };
  if (!options.all && first === undefined) return { kind: 'optionMissing', option: '<rid|alias ...>|--all' };
  return notBoth(options, 'replace', 'keep') ?? notBoth(options, 'passphrase-file', 'passphrase-stdin');
}

export function refuseHooksAdd({
  options,
}: Given<'secret-file', 'secret-stdin' | 'secret-credential'>): UsageProblem | null {
  return (
    notBoth(options, 'secret-file', 'secret-stdin') ??
    notBoth(options, 'secret-file', 'secret-credential') ??
    notBoth(options, 'secret-stdin', 'secret-credential')
  );
}

export function refuseThresholds({
  words: [order],
  options: { tag, warning, critical, reset },
}: Given<'tag' | 'warning' | 'critical', 'reset'>): UsageProblem | null {
  if (order === undefined && tag === null) return { kind: 'optionMissing', option: '<rid|alias>|--tag' };
  if (order !== undefined && tag !== null) return { kind: 'notBoth', one: order, other: '--tag' };
  for (const [name, word] of Object.entries({ warning, critical })) {
    if (word === null) continue;
    if (reset) return { kind: 'notBoth', one: '--reset', other: `--${name}` };
    if (readThreshold(word) === null) return { kind: 'badThreshold', word };
  }
  const isAbove =
    warning !== null &&
    critical !== null &&
    readOwnThresholds({ warning, critical }) === 'criticalAboveWarning';
  return isAbove ? { kind: 'criticalAboveWarning' } : null;
}
