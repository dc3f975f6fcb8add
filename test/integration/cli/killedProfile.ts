import { spawn } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { serviceKey } from '#shared/domain/order.ts';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  temporaryFolder,
} from '#test/integration/app/testApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { alone, processOf } from './askApp.ts';

const preload = new URL('./killAtWrite.ts', import.meta.url).href;

/** A profile with orders, whose commands are killed. The command of a folder keeps what it was called for. */
export async function killedProfile(rids: readonly string[]) {
  const service = await serviceFor({ orders: 0 });
  for (const rid of rids)
    await service.addOrder({ rid, name: rid, domains: [`${rid}.example`], days: 60, keyKind: 'p256' });
  const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
  const test = await startTestApp(profile);
  await connect(test, service, rids);
  await test.quit();
  const [credentials, cache] = [temporaryFolder(), temporaryFolder()];
  const token = `${service.baseUrl} ${service.token}`;
  writeFileSync(join(credentials, 'notafter-token-production'), token, { mode: 0o400 });
  const reload = join(credentials, 'reload');
  writeFileSync(reload, '#!/bin/sh\ncp "$1/fullchain.pem" "$1/loaded"\n', { mode: 0o700 });
  chmodSync(reload, 0o700);
  const run = (words: string) => alone(new FakeDesktop(profile), words);
  const start = (words: readonly string[], killing: Record<string, string>) => {
    const { program, args, env } = processOf(profile.userData, credentials, words);
    return spawn(program, ['--import', preload, ...args], {
      env: { ...env, NODE_COMPILE_CACHE: cache, ...killing },
      stdio: 'ignore',
    });
  };
  const count = join(cache, 'count');
  return {
    service,
    run,
    renew: async (days: number) => {
      for (const rid of rids) await service.renew(rid, { days });
    },
    /** Exports all orders, kept up to date, with a command for each folder. */
    exported: async (target: string) => {
      const words = `export --all --keep-updated --preset nginx --to ${target}`;
      expect(await run(words)).toMatchObject({ code: 0, err: '' });
      const app = await startTestApp(profile);
      app.desktop.answer = () => 1;
      for (const { id, orderId } of app.seen().copies) {
        const order = app.seen().orders.get(orderId);
        if (order === undefined) continue;
        const command = [reload, join(target, serviceKey(order))];
        okValue(await app.call('copies:setCommand', { ids: [id], command }));
      }
      await app.quit();
    },
    /** Runs a command that kills itself right before its n-th write. @returns how many writes it had; `null`: it was killed */
    killedAt: async (words: string, n: number): Promise<number | null> => {
      const killing = { KILL_AT: `${n}`, KILL_COUNT: count };
      const [, signal] = await once(start(words.split(' '), killing), 'exit');
      return signal === 'SIGKILL' ? null : Number(readFileSync(count, 'utf8'));
    },
    /** Runs a command that is killed after some ms, unless it has ended. @returns whether it was */
    killedAfter: async (words: string, ms: number): Promise<boolean> => {
      const child = start(words.split(' '), { KILL_AT: '0', KILL_COUNT: count });
      const exit = once(child, 'exit');
      await sleep(ms);
      child.kill('SIGKILL');
      const [, signal] = await exit;
      return signal === 'SIGKILL';
    },
    /** Each file that a reader finds in the folders of a target matches the others beside it. */
    checkPairs: (target: string) => {
      for (const folder of foldersIn(target)) certificateIn(folder);
    },
    /**
     * The folders of all orders in a target have the current certificates and keys, and nothing else is left in it.
     * @param isLoaded their command ran for these files
     */
    checkCurrent: (target: string, isLoaded: boolean) => {
      for (const rid of rids) {
        const { fingerprint256 } = new X509Certificate(service.order(rid).material.certificateServer);
        const folder = join(target, rid);
        expect(certificateIn(folder)?.fingerprint256, folder).toBe(fingerprint256);
        if (!isLoaded) continue;
        const loaded = new X509Certificate(readFileSync(join(folder, 'loaded')));
        expect(loaded.fingerprint256, folder).toBe(fingerprint256);
      }
      const left = [target, ...foldersIn(target)].flatMap((folder) => readdirSync(folder));
      expect(left.filter((name) => /^\.notafter-[0-9a-f]+\.tmp$/u.test(name))).toEqual([]);
    },
  };
}

function foldersIn(target: string): readonly string[] {
  return readdirSync(target)
    .filter((name) => !name.startsWith('.'))
    .map((name) => join(target, name));
}

/** The certificate in a folder, which matches the key beside it; `null`: one of both is missing. */
function certificateIn(folder: string): X509Certificate | null {
  const [leaf, key] = ['fullchain.pem', 'privkey.pem'].map((name) => join(folder, name));
  if (leaf === undefined || key === undefined || !existsSync(leaf) || !existsSync(key)) return null;
  const certificate = new X509Certificate(readFileSync(leaf));
  expect(certificate.checkPrivateKey(createPrivateKey(readFileSync(key))), folder).toBe(true);
  return certificate;
}
