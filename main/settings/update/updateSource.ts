import type { UpdateOffer, UpdateProblem } from '#shared/domain/update.ts';
import type { Result } from '#shared/result.ts';
import { cleanLines, cleanText, shorten } from '#shared/text.ts';

/** Where newer versions come from. */
export interface UpdateSource {
  /** Whether this build knows where to look. */
  readonly hasFeed: boolean;
  /** Whether the app can replace itself: not where a package manager, or the person, put its files. */
  readonly canInstall: boolean;
  /** Asks the feed. `null`: there is nothing newer. */
  check(): Promise<Result<UpdateOffer | null, UpdateProblem>>;
  /** Downloads what the last check found and compares it with the feed's checksum. Percentages are whole, 0 to 100. */
  download(onProgress: (percent: number) => void): Promise<Result<null, UpdateProblem>>;
  /** Puts what was downloaded into the place of the app and starts it. The last thing that a run of the app does. */
  install(): Promise<void>;
}

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

/** What electron-updater's errors mean, by their code. Their messages hold addresses and paths and stay here. */
const byCode: Readonly<Record<string, UpdateProblem>> = {
  ERR_CHECKSUM_MISMATCH: 'notGenuine',
  ERR_UPDATER_INVALID_SIGNATURE: 'notGenuine',
  ENOSPC: 'disk',
  EDQUOT: 'disk',
  EACCES: 'disk',
  EPERM: 'disk',
  EROFS: 'disk',
  EIO: 'disk',
};

/** Why electron-updater gave up. */
export function updateProblemOf(thrown: unknown): UpdateProblem {
  if (!(thrown instanceof Error)) return 'other';
  const code = 'code' in thrown ? String(thrown.code) : '';
  const known = byCode[code];
  if (known !== undefined) return known;
  if (/^HTTP_ERROR_5/u.test(code)) return 'unreachable';
  // Every other code of its own is about what the feed says; `HTTP_ERROR_403` is what it answers.
  if (/^(?:ERR_UPDATER_|HTTP_ERROR_)/u.test(code)) return 'badFeed';
  // Chromium's network errors come as `net::ERR_NAME_NOT_RESOLVED` in the message.
  if (/\bERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED)\b/u.test(thrown.message)) return 'offline';
  return /\bnet::ERR_/u.test(thrown.message) || code.startsWith('E') ? 'unreachable' : 'other';
}
