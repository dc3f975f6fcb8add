import type { AppError } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';
import { cleanLines, cleanText } from '../text.ts';
import { textLimits } from './textLimits.ts';
import type { OwnThresholds } from './thresholds.ts';

/** What the user wrote about an order. */
export interface Annotation {
  /** Clean text without commas or quotation marks, each once, in the order in which they were entered. */
  readonly tags: readonly string[];
  /** Clean text of several lines; empty: none. */
  readonly note: string;
  /** When to warn of it; `null`: as its tags say, or as for all orders. */
  readonly thresholds: OwnThresholds | null;
}

/** Maximum number of tags of an order. */
export const TAGS_MAX = 20;

/** Of every order without one. Its array is the same for all of them: structured clone copies it once for all rows. */
export const noAnnotation: Annotation = { tags: [], note: '', thresholds: null };

type InputError = Extract<AppError, { readonly kind: 'invalidInput' }>;

/**
 * Reads tags that commas separate. Full-width characters count as the plain ones, and a tag in another case as the same.
 * Errors: `invalidInput` of `tags`: `tooMany`, or `tooLong` for one of them.
 */
export function parseTags(text: string): Result<readonly string[], InputError> {
  const tags = new Map<string, string>();
  for (const part of text.normalize('NFKC').split(/[,、\n]/u)) {
    const tag = cleanText(part.replaceAll(/["“”]/gu, ''));
    if (tag.length > textLimits.tag) return err({ kind: 'invalidInput', field: 'tags', reason: 'tooLong' });
    const key = tag.toLowerCase();
    if (tag !== '' && !tags.has(key)) tags.set(key, tag);
  }
  if (tags.size > TAGS_MAX) return err({ kind: 'invalidInput', field: 'tags', reason: 'tooMany' });
  return ok([...tags.values()]);
}

/**
 * The tags of an order after a change. Both texts have commas between tags; a tag in both stays.
 * Errors: those of `parseTags`.
 */
export function changeTags(
  tags: readonly string[],
  added: string,
  removed: string,
): Result<readonly string[], InputError> {
  const more = parseTags(added);
  if (!more.ok) return more;
  const fewer = parseTags(removed);
  if (!fewer.ok) return fewer;
  return withChangedTags(tags, more.value, fewer.value);
}

/**
 * As `changeTags`, of tags that were read before.
 * Errors: `invalidInput` of `tags`: `tooMany`, or `tooLong` for one of them.
 */
export function withChangedTags(
  tags: readonly string[],
  added: readonly string[],
  removed: readonly string[],
): Result<readonly string[], InputError> {
  const keysOf = (all: readonly string[]) => new Set(all.map((tag) => tag.toLowerCase()));
  const [wanted, gone] = [keysOf(added), keysOf(removed)];
  const kept = tags.filter((tag) => wanted.has(tag.toLowerCase()) || !gone.has(tag.toLowerCase()));
  return parseTags([...kept, ...added].join(','));
}

/** Reads a note. Error: `invalidInput` of `note`: `tooLong`. */
export function parseNote(text: string): Result<string, InputError> {
  const note = cleanLines(text).trim();
  if (note.length > textLimits.note) return err({ kind: 'invalidInput', field: 'note', reason: 'tooLong' });
  return ok(note);
}
