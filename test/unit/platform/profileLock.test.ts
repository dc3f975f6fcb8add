import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ProfileLock } from '#main/platform/profileLock.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { needs } from '#scripts/vitest/needs.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'notafter-lock-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

it('is held by one at a time, until it is given back', () => {
  const userData = folder();
  const [one, other] = [new ProfileLock(userData), new ProfileLock(userData)];
  expect(one.take()).toBe(true);
  expect(one.take()).toBe(true);
  expect(other.take()).toBe(false);
  one.release();
  expect(other.take()).toBe(true);
  expect(one.take()).toBe(false);
  other.release();
});

const needsModes = needs(process.platform !== 'win32', 'Windows has access lists in place of modes');

it('leaves one empty file, which others cannot read', needsModes, () => {
  const userData = folder();
  const lock = new ProfileLock(userData);
  expect(lock.take()).toBe(true);
  expect(readdirSync(userData)).toEqual(['lock']);
  expect(statSync(join(userData, 'lock'))).toMatchObject({ size: 0 });
  expect(statSync(join(userData, 'lock')).mode & 0o077).toBe(0);
  lock.release();
  expect(readdirSync(userData)).toEqual(['lock']);
});

it('is free as soon as its process was killed', async () => {
  const userData = folder();
  const program = `const { ProfileLock } = await import('#main/platform/profileLock.ts');
    const lock = new ProfileLock(process.argv[1]);
    process.stdout.write(String(lock.take()));
    setInterval(() => lock, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, userData], {
    cwd: projectFolder,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [answer] = await once(child.stdout, 'data');
  expect(String(answer)).toBe('true');
  const lock = new ProfileLock(userData);
  expect(lock.take()).toBe(false);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  await vi.waitFor(() => expect(lock.take()).toBe(true));
  lock.release();
});

it('is not taken where its file cannot be opened', () => {
  const userData = folder();
  expect(new ProfileLock(join(userData, 'missing')).take()).toBe(false);
  mkdirSync(join(userData, 'lock'));
  expect(new ProfileLock(userData).take()).toBe(false);
});
