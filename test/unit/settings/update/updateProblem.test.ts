import { expect, it } from 'vitest';
import { updateProblemOf } from '#main/settings/update/updateSource.ts';

it.each([
  ['net::ERR_INTERNET_DISCONNECTED', undefined, 'offline'],
  ['net::ERR_NAME_NOT_RESOLVED', undefined, 'unreachable'],
  ['net::ERR_CERT_AUTHORITY_INVALID', undefined, 'unreachable'],
  ['net::ERR_BLOCKED_BY_CLIENT', undefined, 'unreachable'],
  ['connect', 'ECONNREFUSED', 'unreachable'],
  ['HTTP error', 'HTTP_ERROR_503', 'unreachable'],
  ['HTTP error', 'HTTP_ERROR_403', 'badFeed'],
  ['Cannot find channel', 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND', 'badFeed'],
  ['Cannot parse', 'ERR_UPDATER_INVALID_UPDATE_INFO', 'badFeed'],
  ['sha512 checksum mismatch', 'ERR_CHECKSUM_MISMATCH', 'notGenuine'],
  ['not signed', 'ERR_UPDATER_INVALID_SIGNATURE', 'notGenuine'],
  ['write', 'ENOSPC', 'disk'],
  ['undefined is not a function', undefined, 'other'],
])('reads %s %s as %s', (message, code, problem) => {
  expect(updateProblemOf(Object.assign(new Error(message), code === undefined ? {} : { code }))).toBe(
    problem,
  );
});

it('treats a thrown value that is no error as a bug of the updater', () => {
  expect(updateProblemOf('thrown')).toBe('other');
});
