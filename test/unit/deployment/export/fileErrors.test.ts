import { describe, expect, test } from 'vitest';
import { FileFault, quietly, toFileError } from '#main/deployment/export/fileErrors.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { systemError } from './faultyFs.ts';

describe('toFileError', () => {
  test.each([
    ['ENOSPC', 'noSpace'],
    ['EDQUOT', 'noSpace'],
    ['EROFS', 'readOnly'],
    ['EACCES', 'permission'],
    ['EPERM', 'permission'],
    ['ENAMETOOLONG', 'nameTooLong'],
    ['ENOENT', 'notFound'],
    ['ENOTDIR', 'notADirectory'],
    ['ELOOP', 'symlink'],
    ['EEXIST', 'exists'],
    ['ENOTEMPTY', 'exists'],
    ['EIO', 'other'],
  ])('maps %s to %s', (code, reason) => {
    expect(toFileError(systemError(code), 'shop')).toEqual({
      kind: 'fileSystem',
      reason,
      code,
      name: 'shop',
    });
  });

  test(
    'knows the quota error, which has no name in Node',
    needs(process.platform === 'linux', 'this is not Linux'),
    () => {
      const error = Object.assign(new Error('x'), { code: 'Unknown system error -122', errno: -122 });
      expect(toFileError(error, 'shop')).toMatchObject({ reason: 'noSpace', code: 'EDQUOT' });
    },
  );

  test('names the exported file of a system error, never a temporary one', () => {
    const staged = systemError('EIO', '/x/.notafter-0123456789abcdef01234567.tmp/cert.pem');
    expect(toFileError(staged, 'shop', ['cert.pem'])).toMatchObject({ name: 'cert.pem' });
    expect(toFileError(systemError('EIO', '/x/.notafter-1.tmp'), 'shop', ['cert.pem'])).toMatchObject({
      name: 'shop',
    });
  });

  test('converts an error of the exporter itself', () => {
    const expected = { kind: 'fileSystem', reason: 'symlink', code: '', name: 'a' };
    expect(toFileError(new FileFault('symlink', 'a'), 'b')).toEqual(expected);
  });

  test('rethrows a bug', async () => {
    expect(() => toFileError(new TypeError('bug'), 'a')).toThrow('bug');
    await expect(quietly(() => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug');
  });
});
