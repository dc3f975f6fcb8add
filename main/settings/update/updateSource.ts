import type { KeyObject } from 'node:crypto';
import { codeOf, fileReasonOf } from '#main/platform/errors.ts';
import type { UpdateOffer, UpdateProblem } from '#shared/domain/update.ts';
import type { FileReason } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import { cleanLines, shorten } from '#shared/text.ts';
import type { FeedAnswer, SignedRelease } from './signedRelease.ts';
import type { PackageManager } from './updateCommand.ts';
import { isOlderVersion } from './versions.ts';

/** Port: where updates come from. */
export interface UpdateSource {
  readonly hasFeed: boolean;
  /** The keys whose signatures are accepted. Throws if one cannot be read. None: this build can only announce newer versions. */
  keys(): readonly KeyObject[];
  /** The version that runs. */
  readonly version: string;
  /** Whether the app can replace itself: not if a package manager or the user installed its files. */
  readonly canInstall: boolean;
  /** What installed the app, if it comes from a package of a Linux distribution. */
  readonly packageManager: PackageManager | null;
  /** Reads what the feed says about its newest version. Nothing of it is checked yet. */
  read(): Promise<Result<FeedAnswer, UpdateProblem>>;
  /**
   * Downloads the program of an accepted release for this computer, and compares it with the digest there. Reports whole
   * percentages, 0 to 100.
   */
  download(
    release: SignedRelease,
    onProgress: (percent: number) => void,
  ): Promise<Result<null, UpdateProblem>>;
  /** Replaces the app with the downloaded version and starts it. Call it last. */
  install(): Promise<void>;
}

const MOST_NOTES = 4000;

/**
 * The offered version for the window, as clean text of limited length.
 * @param isSigned whether the signature of the release was checked; otherwise no text of its is shown
 * @param running the version that runs
 */
export function offerOf(release: SignedRelease, isSigned: boolean, running: string): UpdateOffer {
  const { version, releasedAt } = release;
  if (!isSigned) return { version, notes: null, releasedAt: null, signedAt: null, isRequired: false };
  const notes = cleanLines(release.notes).trim();
  return {
    version,
    notes: notes === '' ? null : shorten(notes, MOST_NOTES),
    releasedAt: Date.parse(releasedAt),
    signedAt: Date.parse(release.signedAt),
    isRequired: isOlderVersion(running, release.minimumVersion),
  };
}

const diskReasons: ReadonlySet<FileReason> = new Set(['noSpace', 'permission', 'readOnly']);

/** What went wrong, by the codes of electron-updater and the system. Messages are not shown, as they contain addresses and paths. */
export function updateProblemOf(thrown: unknown): UpdateProblem {
  if (!(thrown instanceof Error)) return 'other';
  const code = codeOf(thrown);
  if (code === 'ERR_CHECKSUM_MISMATCH' || code === 'ERR_UPDATER_INVALID_SIGNATURE') return 'notGenuine';
  if (code === 'EIO' || diskReasons.has(fileReasonOf(code))) return 'disk';
  if (/^HTTP_ERROR_5/u.test(code) || thrown.name === 'TimeoutError') return 'unreachable';
  // Other electron-updater codes are about the feed's content, and `HTTP_ERROR_403` about its answer.
  if (/^(?:ERR_UPDATER_|HTTP_ERROR_)/u.test(code)) return 'badFeed';
  // Chromium's network errors are in the message, such as `net::ERR_NAME_NOT_RESOLVED`.
  if (/\bERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED)\b/u.test(thrown.message)) return 'offline';
  return /\bnet::ERR_/u.test(thrown.message) || code.startsWith('E') ? 'unreachable' : 'other';
}
