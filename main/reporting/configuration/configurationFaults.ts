import type { AppError, ConfigurationReason, InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { shortName } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';

type ConfigurationError = Extract<AppError, { readonly kind: 'configuration' }>;

/** The faults of a configuration file: the first is described, further ones are counted. */
export class ConfigurationFaults {
  #first: Omit<ConfigurationError, 'more'> | null = null;
  #count = 0;

  /** `value` if there is no fault so far. Error: `configuration`. */
  result<T>(value: T): Result<T> {
    return this.#first === null ? ok(value) : err({ ...this.#first, more: this.#count - 1 });
  }

  /** The value of a check; `fallback` after an error. */
  take<T>(result: Result<T, AppError | InputReason>, place: string, fallback: T): T {
    if (result.ok) return result.value;
    const { error } = result;
    const reason = typeof error === 'string' ? error : error.kind === 'invalidInput' ? error.reason : null;
    this.refuse(
      reason === 'alreadyExists' ? 'twice' : 'badValue',
      place,
      reason === 'alreadyExists' ? null : reason,
    );
    return fallback;
  }

  refuse(reason: ConfigurationReason, place: string, why: InputReason | null = null): void {
    this.#first ??= { kind: 'configuration', reason, place, why };
    this.#count += 1;
  }

  /** What does not fit a schema. @param place of what was read */
  refuseIssues({ issues }: z.ZodError, place: readonly PropertyKey[] = []): void {
    if (this.#first === null) this.#refuseIssue(issues[0], place);
    else this.#count += 1;
    this.#count += issues.length - 1;
  }

  #refuseIssue(issue: z.ZodError['issues'][number] | undefined, place: readonly PropertyKey[]): void {
    const path = [...place, ...(issue?.path ?? [])];
    const isMissing = issue?.code === 'invalid_type' && issue.message.endsWith('received undefined');
    const isTooLong = issue?.code === 'too_big' && issue.origin === 'string';
    if (issue?.code === 'unrecognized_keys')
      this.refuse('unknownKey', pathText([...path, issue.keys[0] ?? '']));
    else if (isMissing) this.refuse('missing', pathText(path));
    else this.refuse('badValue', pathText(path), isTooLong ? 'tooLong' : null);
  }
}

/** A fault that keeps a file from being read any further. */
export function refused(reason: ConfigurationReason, place: string): Result<never> {
  return err({ kind: 'configuration', reason, place, why: null, more: 0 });
}

/** A path as JavaScript writes it, such as `orders[3].alias`. */
export function pathText(path: readonly PropertyKey[]): string {
  const text = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${shortName(String(key), 40)}`))
    .join('');
  return text.replace(/^\./u, '');
}
