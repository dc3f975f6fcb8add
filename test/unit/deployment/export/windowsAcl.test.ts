import { describe, expect, test } from 'vitest';
import type { ExportFile, ExportFs, FileFacts } from '#main/deployment/export/exportFs.ts';
import { nodeExportFs } from '#main/deployment/export/nodeExportFs.ts';
import { createWindowsAcl, isPrivate, sidOf, withWindowsAcl } from '#main/deployment/export/windowsAcl.ts';
import { fakeRunner } from './guards/fakeGuardFs.ts';

const sid = 'S-1-5-21-1004336348-1177238915-682003330-1001';
const path = 'C:\\certs\\.notafter-x.tmp';
const whoami = `"example\\me","${sid}"\r\n`;
const good = `D:PAI(A;;FA;;;SY)(A;;FA;;;${sid})`;

/** The output of Windows tools; `refuses`: an argument for which `icacls` fails. */
function setUp({ refuses = '', sddl = good, user = whoami } = {}) {
  const runner = fakeRunner((program, args) => {
    if (program.endsWith('whoami.exe')) return { exitCode: 0, stdout: user };
    return { exitCode: args.includes(refuses) ? 5 : 0, stdout: '' };
  });
  const acl = createWindowsAcl({
    run: runner.run,
    systemRoot: 'C:\\Windows',
    newFilePath: () => 'C:\\Temp\\saved',
    takeFile: async () => Buffer.from(`${path.slice(3)}\r\n${sddl}\r\n`, 'utf16le'),
  });
  return { acl, commands: () => runner.asked.map(({ program, args }) => [program, ...args].join(' ')) };
}

describe('an access list', () => {
  test('grants access to the user and SYSTEM by SID before it disables inheritance, and is read back', async () => {
    const { acl, commands } = setUp();
    expect(await acl.restrict(path, 'file')).toBe(true);
    expect(commands()).toEqual([
      'C:\\Windows\\System32\\whoami.exe /user /fo csv /nh',
      `C:\\Windows\\System32\\icacls.exe ${path} /grant:r *${sid}:F *S-1-5-18:F /q`,
      `C:\\Windows\\System32\\icacls.exe ${path} /inheritance:r /q`,
      `C:\\Windows\\System32\\icacls.exe ${path} /save C:\\Temp\\saved /q`,
    ]);
  });

  test('of a directory also applies to new files in it, and the user is looked up once', async () => {
    const { acl, commands } = setUp();
    await acl.restrict(path, 'directory');
    await acl.restrict(path, 'file');
    expect(commands()[1]).toContain(`*${sid}:(OI)(CI)F *S-1-5-18:(OI)(CI)F`);
    expect(commands().filter((command) => command.includes('whoami'))).toHaveLength(1);
  });

  test.each(['/grant:r', '/inheritance:r', '/save'])('has failed when %s fails', async (refuses) => {
    expect(await setUp({ refuses }).acl.restrict(path, 'file')).toBe(false);
  });

  test('keeps inheritance if access could not be granted', async () => {
    const { acl, commands } = setUp({ refuses: '/grant:r' });
    await acl.restrict(path, 'file');
    expect(commands().join('\n')).not.toContain('/inheritance:r');
  });

  test.each([
    ['inherits', `D:AI(A;;FA;;;SY)(A;;FA;;;${sid})`],
    ['lets in users', `D:PAI(A;;FA;;;SY)(A;;FA;;;${sid})(A;;FR;;;BU)`],
    ['allows everyone', `D:PAI(A;;FA;;;WD)(A;;FA;;;${sid})`],
    ['allows another user', `D:PAI(A;;FA;;;SY)(A;;FA;;;${sid}2)`],
    ['allows only SYSTEM', 'D:PAI(A;;FA;;;SY)'],
    ['denies the user', `D:PAI(D;;FA;;;${sid})`],
    ['allows the user only to read', `D:PAI(A;;FR;;;${sid})`],
    ['is not there', 'D:NO_ACCESS_CONTROL'],
    ['is empty', 'D:P'],
    ['cannot be read', ''],
  ])('that %s has failed', async (_what, sddl) => {
    expect(await setUp({ sddl }).acl.restrict(path, 'file')).toBe(false);
  });

  test('fails if the user is unknown', async () => {
    for (const user of ['', '"example\\me","Administrators"', 'ERROR']) {
      expect(await setUp({ user }).acl.restrict(path, 'file')).toBe(false);
    }
  });

  test('accepts the short name of the first administrator, for that user only', () => {
    const first = 'S-1-5-21-1-2-3-500';
    expect(isPrivate('x\r\nD:PAI(A;;FA;;;SY)(A;;FA;;;LA)\r\n', first)).toBe(true);
    expect(isPrivate('x\r\nD:PAI(A;;FA;;;SY)(A;;FA;;;LA)\r\n', sid)).toBe(false);
    expect(isPrivate(`x\r\nD:PAI(A;OICI;0x1f01ff;;;${sid})S:AI\r\n`, sid)).toBe(true);
  });

  test('uses the SID at the end of the line', () => {
    expect(sidOf(whoami)).toBe(sid);
    expect(sidOf('"a, ""b""","S-1-5-18"')).toBe('S-1-5-18');
    expect(sidOf('S-1-5-18')).toBeNull();
  });
});

const facts: FileFacts = {
  kind: 'file',
  mode: 0o666,
  identity: '1',
  version: '1',
  size: 0,
  uid: 0,
  gid: 0,
  inode: '1',
};

function fileSystem(isKept: boolean) {
  const restricted: string[] = [];
  const modes: number[] = [];
  const file: ExportFile = {
    write: async () => {},
    setMode: async (mode) => void modes.push(mode),
    facts: async () => facts,
    sync: async () => {},
    read: async () => new Uint8Array(),
    close: async () => {},
  };
  const windows: ExportFs = {
    ...nodeExportFs,
    posix: false,
    facts: async (at) => ({ ...facts, kind: at.endsWith('dir') ? 'directory' : 'file' }),
    hold: async (path) => ({
      path,
      facts,
      setMode: async (mode) => void modes.push(mode),
      close: async () => {},
      [Symbol.asyncDispose]: async () => {},
    }),
    createFile: async () => file,
  };
  const acl = {
    async restrict(at: string, kind: string) {
      restricted.push(`${at} ${kind}`);
      return isKept;
    },
  };
  return { fs: withWindowsAcl(windows, acl), restricted, modes };
}

describe('a mode on Windows', () => {
  test.each([0o600, 0o640])(
    'for the owner only is an access list, and is read as it was set: %o',
    async (mode) => {
      const { fs, restricted, modes } = fileSystem(true);
      const file = await fs.createFile('key');
      await file.setMode(mode);
      expect((await file.facts()).mode).toBe(mode);
      expect(restricted).toEqual(['key file']);
      expect(modes).toEqual([]);
    },
  );

  test('for everyone sets no access list', async () => {
    const { fs, restricted, modes } = fileSystem(true);
    const file = await fs.createFile('cert');
    await file.setMode(0o644);
    expect((await file.facts()).mode).toBe(0o666);
    expect({ restricted, modes }).toEqual({ restricted: [], modes: [0o644] });
  });

  test('of a directory is an access list too', async () => {
    const { fs, restricted } = fileSystem(true);
    await (await fs.hold('dir')).setMode(0o700);
    expect(restricted).toEqual(['dir directory']);
  });

  test('that was not applied fails', async () => {
    const { fs } = fileSystem(false);
    const file = await fs.createFile('key');
    await expect(file.setMode(0o600)).rejects.toMatchObject({ code: 'ENOTSUP' });
    expect((await file.facts()).mode).toBe(0o666);
    const directory = await fs.hold('dir');
    await expect(directory.setMode(0o700)).rejects.toMatchObject({ code: 'ENOTSUP' });
  });
});
