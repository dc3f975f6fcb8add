import { describe, expect, test } from 'vitest';
import { letsOthersWrite } from '#main/deployment/export/guards.ts';
import { isPrivateGroup, isSharedGroup } from '#main/deployment/export/nodeExportFs.ts';

const me = { gid: 1000, uid: 1000, username: 'me' };
const lines = (text: string) => text.split('\n').map((line) => line.split(':'));
const users = lines('root:x:0:0::/root:/bin/sh\nme:x:1000:1000::/home/me:/bin/sh');

describe('a group', () => {
  test.each([
    ['with only the name of the user', 'me:x:1000:', users, true],
    ['with the user as a member', 'me:x:1000:me', users, true],
    ['with another name', 'staff:x:1000:', users, false],
    ['with another member', 'me:x:1000:me,you', users, false],
    ['that does not exist', 'me:x:1001:', users, false],
    [
      'that is also the primary group of another user',
      'me:x:1000:',
      [...users, ...lines('you:x:1001:1000::/:/bin/sh')],
      false,
    ],
  ])('%s', (_, groups, all, isPrivate) => {
    expect(isPrivateGroup(me, lines(groups), all)).toBe(isPrivate);
  });

  test('of root counts as private, and an unknown one as shared', async () => {
    expect(await isSharedGroup(0)).toBe(false);
    expect(await isSharedGroup(4_000_000)).toBe(true);
  });
});

describe('an access list', () => {
  const list = (...entries: string[]) => ['user::rwx', 'group::r-x', ...entries, 'other::r-x', ''].join('\n');
  test.each([
    ['without names', list(), false],
    ['that allows another user to write', list('user:1001:rwx', 'mask::rwx'), true],
    ['that allows another group to write', list('group:33:-w-', 'mask::rwx'), true],
    ['whose mask removes that right', list('user:1001:rwx\t#effective:r-x', 'mask::r-x'), false],
    ['that names the user and root', list('user:1000:rwx', 'user:0:rwx', 'mask::rwx'), false],
    ['that allows another user to read', list('user:1001:r-x', 'mask::rwx'), false],
    ['for new files', list('default:user:1001:rwx', 'default:mask::rwx'), false],
  ])('%s', (_, text, isShared) => {
    expect(letsOthersWrite(text, 1000)).toBe(isShared);
  });
});
