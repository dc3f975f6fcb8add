import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { alone } from '#test/integration/cli/askApp.ts';
import { writeAge } from '#test/support/ages/openAge.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { linkFolder, wantLinks } from './olderLinks.ts';
import { connect, okValue, serviceFor, startTestApp, temporaryFolder } from './testApp.ts';

/** What the app says about links after a start. */
async function saidOfLinks(profile: Parameters<typeof startTestApp>[0]): Promise<readonly string[]> {
  const test = await startTestApp(profile);
  await test.app.begun;
  const said = test.desktop.notified.map(({ title, body }) => `${title}. ${body}`);
  await test.quit();
  return said.filter((text) => text.includes('链接') || text.includes('links'));
}

it('after the update of a profile of 0.3, its preset with links is one of plain files, which is said once', async () => {
  const userData = temporaryFolder();
  writeAge('0.3.0', join(userData, DATABASE_FILE), (sql) => `${sql}UPDATE presets SET switching = 'link';`);
  expect(await saidOfLinks({ userData })).toEqual([
    '以普通文件代替符号链接. 使用符号链接的预设今后改为写入普通文件：Mine。',
  ]);
  expect(await saidOfLinks({ userData })).toEqual([]);
  const test = await startTestApp({ userData });
  expect(test.seen().presets.map(({ name }) => name)).toContain('Mine');
  await test.quit();
});

it('no notification comes in a profile whose presets have no links', async () => {
  const userData = temporaryFolder();
  writeAge('0.3.0', join(userData, DATABASE_FILE));
  expect(await saidOfLinks({ userData })).toEqual([]);
});

it(
  'links that an own preset had written are up to date, and the next update replaces them',
  needsPosix,
  async () => {
    const service = await serviceFor({ orders: 0 });
    await service.addOrder({ rid: 'shop', name: 'shop', days: 60, keyKind: 'p256' });
    const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
    const test = await startTestApp(profile);
    await connect(test, service, ['shop']);
    const file = { format: 'pem', mode: '600', lineEnds: 'lf' } as const;
    const files = [
      { ...file, name: 'privkey.pem', parts: ['key' as const] },
      { ...file, name: 'fullchain.pem', parts: ['leaf' as const, 'chain' as const] },
    ];
    okValue(
      await test.call('presets:save', { id: null, name: 'web', folder: '{alias}', server: null, files }),
    );
    await test.quit();
    const target = temporaryFolder();
    const folder = join(target, 'shop');
    const run = (words: string) => alone(new FakeDesktop(profile), words);
    const words = `export shop --preset web --to ${target} --keep-updated`;
    for (const days of [70, 80]) {
      expect(await run(words)).toMatchObject({ code: 0, err: '' });
      await service.renew('shop', { days });
    }
    expect(await run('update')).toMatchObject({ code: 0 });
    linkFolder(
      profile.userData,
      folder,
      files.map(({ name }) => name),
    );
    wantLinks(profile.userData);
    expect(await saidOfLinks(profile)).toEqual([
      'Plain files instead of symbolic links. Presets with symbolic links write plain files from now on: web.',
    ]);
    const links = () => readdirSync(folder).filter((name) => lstatSync(join(folder, name)).isSymbolicLink());
    expect(await run('update')).toMatchObject({ code: 0, out: expect.stringContaining('1 up to date') });
    expect(links()).toHaveLength(3);
    await service.renew('shop', { days: 90 });
    expect(await run('update')).toMatchObject({ code: 0, out: expect.stringContaining('1 updated') });
    expect(links()).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual([
      expect.stringMatching(/\.generation$/u),
      'fullchain.pem',
      'privkey.pem',
    ]);
    expect(await run('status --json')).toMatchObject({ out: expect.stringContaining('"state": "fresh"') });
  },
);
