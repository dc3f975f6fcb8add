import type { UpdateProblem } from '#shared/domain/update.ts';

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
