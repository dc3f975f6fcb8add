import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeExportFs } from '#main/deployment/export/nodeExportFs.ts';

const isRoot = process.getuid?.() === 0;
/** Root, and two ids that no system assigns. */
const users = { root: 0, alice: 54_321, mallory: 54_322 } as const;
type User = keyof typeof users;

function own(path: string, user: User): void {
  lchownSync(path, users[user], users[user]);
}

/** A folder for each user, which only that user can open, and a shared one. */
function setUp(shared: { readonly mode: number; readonly of?: User }) {
  const base = mkdtempSync(join(tmpdir(), 'notafter-links-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  chmodSync(base, 0o755);
  const folder = join(base, 'shared');
  mkdirSync(folder);
  chownSync(folder, users[shared.of ?? 'root'], users[shared.of ?? 'root']);
  chmodSync(folder, shared.mode);
  const victimOf = (user: User) => {
    const home = join(base, user);
    mkdirSync(home, { mode: 0o700 });
    own(home, user);
    const path = join(home, 'secret');
    writeFileSync(path, 'old text\n', { mode: 0o600 });
    own(path, user);
    return path;
  };
  return { folder, victimOf, base };
}

function link(target: string, path: string, user: User): string {
  symlinkSync(target, path);
  own(path, user);
  return path;
}

function writeAs(user: User, path: string, readers: 'owner' | 'everyone' = 'everyone') {
  const script = join(import.meta.dirname, 'writeAs.ts');
  const text = execFileSync(process.execPath, [script, `${users[user]}`, path, readers], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
  });
  return JSON.parse(text);
}

const refused = (reason: string) => ({ ok: false, error: { kind: 'fileSystem', reason } });

describe.runIf(isRoot)('a report at a path with a link of another user', () => {
  it.each<[User, string, number]>([
    ['root', 'a folder for temporary files', 0o1777],
    ['alice', 'a folder for temporary files', 0o1777],
    ['root', 'a folder that everybody can write to', 0o777],
    ['alice', 'a folder that everybody can write to', 0o777],
  ])('changes no file of %s: the link is in %s', (user, _folder, mode) => {
    const { folder, victimOf } = setUp({ mode });
    const victim = victimOf(user);
    const path = link(victim, join(folder, 'report.prom'), 'mallory');
    expect(writeAs(user, path, mode === 0o777 ? 'owner' : 'everyone')).toMatchObject(refused('foreignLink'));
    expect(readFileSync(victim, 'utf8')).toBe('old text\n');
    expect(statSync(victim).mode & 0o777).toBe(0o600);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder)).toEqual(['report.prom']);
  });

  it('changes no file of root, also in a folder of that user', () => {
    const { folder, victimOf } = setUp({ mode: 0o755, of: 'mallory' });
    const victim = victimOf('root');
    expect(writeAs('root', link(victim, join(folder, 'report.prom'), 'mallory'))).toMatchObject(
      refused('foreignLink'),
    );
    expect(readFileSync(victim, 'utf8')).toBe('old text\n');
  });

  it.each(['root', 'alice'] as const)('is not written to a folder of %s that the link leads to', (user) => {
    const { folder, victimOf, base } = setUp({ mode: 0o1777 });
    victimOf(user);
    const path = link(join(base, user), join(folder, 'reports'), 'mallory');
    expect(writeAs(user, join(path, 'report.prom'))).toMatchObject(refused('foreignLink'));
    expect(readdirSync(join(base, user))).toEqual(['secret']);
  });

  it('is not written by an own link that leads to a link of another user', () => {
    const { folder, victimOf, base } = setUp({ mode: 0o1777 });
    const victim = victimOf('alice');
    const second = link(victim, join(folder, 'second'), 'mallory');
    const first = link(second, join(base, 'alice', 'first'), 'alice');
    expect(writeAs('alice', first)).toMatchObject(refused('foreignLink'));
    expect(readFileSync(victim, 'utf8')).toBe('old text\n');
  });

  it('does not replace a file of another user in a folder for temporary files', () => {
    const { folder } = setUp({ mode: 0o1777 });
    const path = join(folder, 'report.prom');
    writeFileSync(path, 'text of mallory\n');
    own(path, 'mallory');
    expect(writeAs('root', path)).toMatchObject(refused('permission'));
    expect(readFileSync(path, 'utf8')).toBe('text of mallory\n');
  });

  it('waits for no pipe of another user', () => {
    const { folder } = setUp({ mode: 0o1777 });
    const path = join(folder, 'report.prom');
    execFileSync('mkfifo', [path]);
    own(path, 'mallory');
    expect(writeAs('root', path)).toMatchObject(refused('notRegular'));
  });

  it('is written by links of the user, of root, and of the owner of a folder', () => {
    const { folder, victimOf, base } = setUp({ mode: 0o1777 });
    const target = victimOf('alice');
    expect(writeAs('alice', link(target, join(folder, 'own'), 'alice'))).toMatchObject({ ok: true });
    expect(readFileSync(target, 'utf8')).toBe('new text\n');
    expect(writeAs('alice', link(target, join(folder, 'of-root'), 'root'))).toMatchObject({
      ok: true,
      value: { changed: false },
    });
    const foreign = join(base, 'foreign');
    mkdirSync(foreign, { mode: 0o755 });
    own(foreign, 'mallory');
    expect(writeAs('alice', link(target, join(foreign, 'of-owner'), 'mallory'))).toMatchObject({ ok: true });
  });
});

describe.runIf(isRoot)('the folder of an export', () => {
  it('is not found by a link of another user, and by all others as the system does', async () => {
    const { folder, victimOf, base } = setUp({ mode: 0o1777 });
    victimOf('root');
    const foreign = link(join(base, 'root'), join(folder, 'foreign'), 'mallory');
    await expect(nodeExportFs.realpath(foreign)).rejects.toMatchObject({ code: 'EFOREIGNLINK' });
    const own = link('../root', join(folder, 'own'), 'root');
    const longer = link(`${own}/../root/.`, join(base, 'longer'), 'root');
    expect(await nodeExportFs.realpath(join(longer, 'secret'))).toBe(join(base, 'root', 'secret'));
    const loop = link('loop', join(base, 'loop'), 'root');
    await expect(nodeExportFs.realpath(loop)).rejects.toMatchObject({ code: 'ELOOP' });
  });
});
