import type { UpdateOffer, UpdateProblem } from '#shared/domain/update.ts';
import type { Result } from '#shared/result.ts';
import { cleanLines, cleanText, shorten } from '#shared/text.ts';
import type { PackageManager } from './updateCommand.ts';

/** Port: where updates come from. */
export interface UpdateSource {
  readonly hasFeed: boolean;
  /** Whether the app can replace itself: not if a package manager or the user installed its files. */
  readonly canInstall: boolean;
  /** What installed the app, if it comes from a package of a Linux distribution. */
  readonly packageManager: PackageManager | null;
  /** Checks the feed. `null`: nothing newer. */
  check(): Promise<Result<UpdateOffer | null, UpdateProblem>>;
  /** Downloads the found version and verifies the feed's checksum. Reports whole percentages, 0 to 100. */
  download(onProgress: (percent: number) => void): Promise<Result<null, UpdateProblem>>;
  /** Replaces the app with the downloaded version and starts it. Call it last. */
  install(): Promise<void>;
}

/** A feed's entry for a version, not validated. */
export interface FeedEntry {
  readonly version: string;
  readonly releaseNotes?: unknown;
  readonly releaseDate?: unknown;
}

const MOST_NOTES = 4000;
/** Characters of a text of a feed that are looked at. */
const MOST_READ = 20_000;

/** The offered version for the window, as clean text of limited length. */
export function offerOf(entry: FeedEntry): UpdateOffer {
  const notes =
    typeof entry.releaseNotes === 'string' ? cleanLines(entry.releaseNotes.slice(0, MOST_READ)).trim() : '';
  const releasedAt = Date.parse(String(entry.releaseDate).slice(0, MOST_READ));
  return {
    version: shorten(cleanText(entry.version.slice(0, MOST_READ)), 50),
    notes: notes === '' ? null : shorten(notes, MOST_NOTES),
    releasedAt: Number.isNaN(releasedAt) ? null : releasedAt,
  };
}

/** Meaning of electron-updater's error codes. Messages are not shown, as they contain addresses and paths. */
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

export function updateProblemOf(thrown: unknown): UpdateProblem {
  if (!(thrown instanceof Error)) return 'other';
  const code = 'code' in thrown ? String(thrown.code) : '';
  const known = byCode[code];
  if (known !== undefined) return known;
  if (/^HTTP_ERROR_5/u.test(code)) return 'unreachable';
  // Other electron-updater codes are about the feed's content, and `HTTP_ERROR_403` about its answer.
  if (/^(?:ERR_UPDATER_|HTTP_ERROR_)/u.test(code)) return 'badFeed';
  // Chromium's network errors are in the message, such as `net::ERR_NAME_NOT_RESOLVED`.
  if (/\bERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED)\b/u.test(thrown.message)) return 'offline';
  return /\bnet::ERR_/u.test(thrown.message) || code.startsWith('E') ? 'unreachable' : 'other';
}
