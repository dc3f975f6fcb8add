import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { needsPosix, needsPrograms } from '#scripts/vitest/needs.ts';
import { isRunFine, type ProgramRun } from '#shared/domain/programRun.ts';
import {
  connect,
  okValue,
  serviceFor,
  startTestApp,
  temporaryFolder,
  until,
} from '#test/integration/app/testApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { alone, notafter } from './askApp.ts';

/** An order whose files were exported, in an app that can be started again with its data. */
async function exportedShop() {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
  const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
  let test = await startTestApp(profile);
  await connect(test, service, ['shop']);
  const target = temporaryFolder();
  const line = `export shop --preset nginx --to ${target} --accept-warnings`;
  expect(await notafter(test, line)).toMatchObject({ code: 0 });
  await until(() => test.seen().copies[0]?.state === 'fresh');
  const [folder = ''] = readdirSync(target);
  const without = (words: string) => alone(new FakeDesktop(profile), words);
  const quit = () => test.quit();
  const restart = async () => {
    await quit();
    test = await startTestApp(profile);
  };
  /** What `check` says of the order: its exit code, its state, and what is wrong. */
  const judged = async (run: (words: string) => Promise<{ code: number | null; out: string }>) => {
    const { code, out } = await run('check --json -w 2w');
    const [order] = JSON.parse(out).orders;
    return [code, order.state, ...order.reasons.map(({ kind }: { readonly kind: string }) => kind)];
  };
  return {
    key: join(target, folder, 'privkey.pem'),
    test: () => test,
    quit,
    restart,
    /** Renews the certificate, and exports it over the files. */
    renew: async (run: (words: string) => Promise<unknown>) => {
      await service.renew('shop', { days: 300 });
      await run(line);
    },
    throughApp: (words: string) => notafter(test, words),
    without,
    judged,
  };
}

/** The same with a command that fails until `mend`, which prints a secret. */
async function withCommand() {
  const shop = await exportedShop();
  const script = join(temporaryFolder(), 'reload');
  const write = (lines: string) => writeFileSync(script, `#!/bin/sh\n${lines}\n`, { mode: 0o700 });
  write('echo token=hunter2; exit 3');
  const copy = () => shop.test().seen().copies[0];
  shop.test().desktop.answer = () => 1;
  okValue(await shop.test().call('copies:setCommand', { ids: [copy()?.id ?? ''], command: [script] }));
  return { ...shop, copy, mend: () => write('exit 0') };
}

function hasSucceeded(run: ProgramRun | null): boolean {
  return run?.kind === 'ended' && isRunFine(run);
}

const fine = [0, 'OK'];
const failed = [1, 'WARNING', 'commandFailed'];

it(
  'a command that failed is a warning in the app, without it and after a restart, until it succeeds',
  needsPrograms,
  async () => {
    const { renew, judged, throughApp, without, quit, restart, copy, test, mend } = await withCommand();
    expect(await judged(throughApp)).toEqual(fine);
    await renew(throughApp);
    expect(await judged(throughApp)).toEqual(failed);
    await quit();
    expect(await judged(without)).toEqual(failed);
    expect((await without('status')).out).toContain('Command failed');
    await restart();
    expect(await judged(throughApp)).toEqual(failed);
    expect(copy()?.lastRun).toMatchObject({
      kind: 'ended',
      outcome: { kind: 'exited', code: 3 },
      output: null,
    });
    mend();
    okValue(await test().call('copies:runCommand', copy()?.id ?? ''));
    await until(() => hasSucceeded(copy()?.lastRun ?? null));
    expect(await judged(throughApp)).toEqual(fine);
    await quit();
    expect(await judged(without)).toEqual(fine);
  },
);

it(
  'a command that failed after an export without the app is a warning everywhere',
  needsPrograms,
  async () => {
    const { renew, judged, throughApp, without, quit, restart } = await withCommand();
    await quit();
    await renew(without);
    expect(await judged(without)).toEqual(failed);
    await restart();
    expect(await judged(throughApp)).toEqual(failed);
  },
);

it(
  'a key that others can read is a warning in the app, without it and after a restart',
  needsPosix,
  async () => {
    const { key, judged, throughApp, without, quit, restart } = await exportedShop();
    expect(await judged(throughApp)).toEqual(fine);
    chmodSync(key, 0o644);
    const open = [1, 'WARNING', 'filesOpen'];
    expect(await judged(throughApp)).toEqual(open);
    await quit();
    expect(await judged(without)).toEqual(open);
    await restart();
    expect(await judged(throughApp)).toEqual(open);
    chmodSync(key, 0o600);
    expect(await judged(throughApp)).toEqual(fine);
  },
);
