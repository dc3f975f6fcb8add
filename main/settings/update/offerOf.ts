import type { UpdateOffer } from '#shared/domain/update.ts';
import { cleanLines, cleanText, shorten } from '#shared/text.ts';

/** What a feed may say of a version; all of it comes from outside. */
export interface FeedEntry {
  readonly version: string;
  readonly releaseNotes?: unknown;
  readonly releaseDate?: unknown;
}

const MOST_NOTES = 4000;

/** What the window is told of a version: plain text without control characters, of a length that a person reads. */
export function offerOf(entry: FeedEntry): UpdateOffer {
  const notes = typeof entry.releaseNotes === 'string' ? cleanLines(entry.releaseNotes).trim() : '';
  const releasedAt = Date.parse(String(entry.releaseDate));
  return {
    version: shorten(cleanText(entry.version), 50),
    notes: notes === '' ? null : shorten(notes, MOST_NOTES),
    releasedAt: Number.isNaN(releasedAt) ? null : releasedAt,
  };
}
