import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { agreeInBoxes } from '#scripts/demo/electronApp.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { repository } from '#shared/repository.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import {
  launchNotAfter,
  type NotAfter,
  temporaryFolder,
  testElectron,
} from '#test/support/e2e/notAfterApp.ts';
import {
  beginUpToDate,
  networkAddress,
  startUpdateFeed,
  type UpdateFeed,
} from '#test/support/e2e/updateFeed.ts';
import { driveWindow, setLanguage, type WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { releaseWith, signedBy } from '#test/support/signedFeed.ts';

const because = 'it is about the app and not about its orders';

const offer = { version: '9.0.0', notes: 'Sees further.\nWaits less.' };

async function openHelp(app: NotAfter): Promise<WindowDriver> {
  const driver = await driveWindow(app);
  await driver.openSettings('about');
  return driver;
}

/** The app, which believes to run from an AppImage in this file. */
async function asAppImage(
  feed: UpdateFeed,
): Promise<{ readonly file: string; readonly env: NodeJS.ProcessEnv }> {
  const file = join(await temporaryFolder(), 'NotAfter.AppImage');
  await writeFile(file, 'the old version');
  await chmod(file, 0o755);
  return { file, env: { ...feed.env, APPIMAGE: file, APPDIR: dirname(testElectron().executable) } };
}

/** All files in the updater's cache. */
async function downloaded(feed: UpdateFeed): Promise<readonly string[]> {
  const entries = await readdir(feed.env['XDG_CACHE_HOME'] ?? '', { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .filter((name) => name !== 'app-update.yml' && name !== 'github.yml');
}

describe('a feed', () => {
  let feed: UpdateFeed;
  let driver: WindowDriver;

  beforeAll(async () => {
    feed = await startUpdateFeed();
    driver = await openHelp(await launchNotAfter({ because, env: feed.env }));
  });

  test('is read only on request, and learns nothing about the user', async () => {
    feed.offer({ version: '0.0.1' });
    const { t, app } = driver;
    await driver.settings().getByText(t('help.update.idle')).waitFor();
    expect(await driver.page.getByLabel(t('settings.checkForUpdates')).isChecked()).toBe(false);
    expect(feed.requests).toEqual([]);
    await driver.button(t('help.update.check')).click();
    await driver
      .settings()
      .getByText(/NotAfter is up to date\. Checked on /u)
      .waitFor();
    expect(feed.requests.map(({ path }) => path)).toEqual(['/release.json', '/release.json.sig']);
    for (const { headers } of feed.requests) {
      expect(headers).not.toHaveProperty('x-user-staging-id');
      expect(headers).not.toHaveProperty('accept-language');
      expect(headers['user-agent']).toBe('NotAfter');
    }
    expect(await readdir(app.profile)).not.toContain('.updaterId');
  });

  describe('that was read', () => {
    beforeEach(() => beginUpToDate(feed, driver));

    test('with a newer version is announced with its notes, and nothing is downloaded', async () => {
      feed.offer(offer);
      const { t, page } = driver;
      await driver.button(t('help.update.check')).click();
      await driver
        .settings()
        .getByText(/NotAfter 9\.0\.0 \(.+\) is available\./u)
        .waitFor();
      const notes = driver.settings().getByRole('textbox', { name: t('help.update.notes') });
      expect(await notes.inputValue()).toBe(offer.notes);
      await driver.settings().getByText(t('help.update.byHand')).waitFor();
      expect(await driver.button(t('help.update.download')).count()).toBe(0);
      expect(feed.requests.map(({ path }) => path)).toEqual(['/release.json', '/release.json.sig']);
      expect(await downloaded(feed)).toEqual([]);
      await expectNoBarriers(page);
      await driver.screenshot('update-available');
    });

    test.each([
      ['a web page', '<!doctype html><title>Log in</title>'],
      ['no version', '{"files": []}'],
      ['an invalid version', JSON.stringify(releaseWith({ version: 'newest' }))],
    ])('that answers with %s is reported as broken', async (_, text) => {
      const { release, signature } = signedBy(feed.keys[0], text);
      feed.serve('release.json', release);
      feed.serve('release.json.sig', signature);
      await driver.button(driver.t('help.update.check')).click();
      await driver.settings().getByText(driver.t('help.update.problem.badFeed')).waitFor();
    });

    test(
      'follows no redirect to an address without TLS',
      needs(networkAddress() !== null, 'this machine has no address but the loopback one'),
      async () => {
        feed.offer(offer);
        feed.redirectToNetwork();
        await driver.button(driver.t('help.update.check')).click();
        await driver.settings().getByText(driver.t('help.update.problem.unreachable')).waitFor();
        expect(feed.requests.map(({ headers }) => headers.host?.split(':')[0])).toEqual(['127.0.0.1']);
      },
    );
  });
});

describe('the feed', () => {
  test('is followed by the command of the package manager where one installed the app, in both languages', async () => {
    const feed = await startUpdateFeed();
    feed.offer(offer);
    await writeFile(join(dirname(feed.config), 'package-type'), 'deb');
    const app = await launchNotAfter({ because, env: feed.env });
    await (await openHelp(app)).button('Check now').click();
    for (const language of ['en', 'zh-CN'] as const) {
      await setLanguage(app, language);
      const driver = await driveWindow(app);
      const { t, page } = driver;
      await driver.settings().getByText(t('help.update.byPackage')).waitFor();
      const command = driver.settings().getByText(/^sudo apt install /u);
      expect(await command.textContent()).toMatch(
        /^sudo apt install \.\/NotAfter-9\.0\.0-linux-(amd64|arm64)\.deb$/u,
      );
      await driver.button(t('common.copyWhat', { what: t('help.update.command') })).click();
      await driver.button(t('common.copied')).waitFor();
      expect(await driver.button(t('help.update.download')).count()).toBe(0);
      await expectNoBarriers(page);
      await driver.screenshot(`update-by-package-${language}`);
    }
  });

  test('is not installed over the AppImage of another program that started this one', async () => {
    const feed = await startUpdateFeed();
    const { file, env } = await asAppImage(feed);
    feed.offer({ ...offer, program: 'another program' });
    // A terminal that is an AppImage passes both variables to the programs that it starts.
    const inherited = { ...env, APPDIR: '/tmp/.mount_Terminal' };
    const driver = await openHelp(await launchNotAfter({ because, env: inherited }));
    const { t } = driver;
    await driver.button(t('help.update.check')).click();
    await driver.settings().getByText(t('help.update.byHand')).waitFor();
    expect(await driver.button(t('help.update.download')).count()).toBe(0);
    expect(await readFile(file, 'utf8')).toBe('the old version');
  });
});

describe('an AppImage', () => {
  test('downloads, checks and installs the newer version in steps, and starts it', async () => {
    const feed = await startUpdateFeed();
    const { file, env } = await asAppImage(feed);
    const marker = join(await temporaryFolder(), 'started');
    const program = `#!/bin/sh\necho "$APPIMAGE_SILENT_INSTALL" > '${marker}'\n`;
    feed.offer({ ...offer, program });
    const app = await launchNotAfter({ because, env });
    const driver = await openHelp(app);
    const { t } = driver;
    await driver.button(t('help.update.check')).click();
    await driver.button(t('help.update.download')).click();
    await driver
      .settings()
      .getByText(t('help.update.ready', { version: '9.0.0' }))
      .waitFor();
    await expectNoBarriers(driver.page);
    await driver.screenshot('update-ready');
    expect(await readFile(file, 'utf8')).toBe('the old version');
    expect(existsSync(marker)).toBe(false);

    const child = app.electron.process();
    const gone = new Promise((resolve) => child.once('exit', resolve));
    await agreeInBoxes(app.electron);
    // The app may be gone before the click is over.
    const click = driver.button(t('help.update.install')).click();
    await Promise.all([gone, click.catch(() => undefined)]);
    expect(await gone).toBe(0);
    expect(await readFile(file, 'utf8')).toBe(program);
    await expect.poll(() => existsSync(marker), { timeout: 5000 }).toBe(true);
  });

  test('finds and downloads the newest release on GitHub, with the notes that were signed, and is not replaced at quit', async () => {
    const feed = await startUpdateFeed();
    const { file, env } = await asAppImage(feed);
    feed.offer({ ...offer, program: '#!/bin/sh\n' });
    const app = await launchNotAfter({ because, env: { ...env, ...feed.gitHub } });
    const driver = await openHelp(app);
    const { t } = driver;
    await driver.button(t('help.update.check')).click();
    const notes = driver.settings().getByRole('textbox', { name: t('help.update.notes') });
    expect(await notes.inputValue()).toBe(offer.notes);
    await driver.button(t('help.update.download')).click();
    await driver.button(t('help.update.install')).waitFor();
    const releases = `/${repository.owner}/${repository.name}/releases`;
    const both = (file: string) => [
      `${releases}/latest/download/${file}`,
      `${releases}/download/v9.0.0/${file}`,
    ];
    expect(feed.requests.map(({ path }) => path)).toEqual([
      ...both('release.json'),
      ...both('release.json.sig'),
      expect.stringMatching(/\/releases\/download\/v9\.0\.0\/NotAfter-9\.0\.0-linux-[^/]+\.AppImage$/u),
    ]);
    expect(feed.requests.some(({ headers }) => 'x-user-staging-id' in headers)).toBe(false);
    await app.close();
    expect(await readFile(file, 'utf8')).toBe('the old version');
  });
});

describe('the download for an AppImage', () => {
  let feed: UpdateFeed;
  let file: string;
  let driver: WindowDriver;

  beforeAll(async () => {
    feed = await startUpdateFeed();
    const image = await asAppImage(feed);
    file = image.file;
    driver = await openHelp(await launchNotAfter({ because, env: image.env }));
  });

  beforeEach(() => beginUpToDate(feed, driver));

  test('stops at another length than the signed one', async () => {
    feed.offer({ ...offer, program: '#!/bin/sh\n' });
    const endless = feed.serveEndless();
    await driver.button(driver.t('help.update.check')).click();
    await driver.button(driver.t('help.update.download')).click();
    await driver.settings().getByText(driver.t('help.update.problem.notGenuine')).waitFor();
    await endless.closed;
    expect(await downloaded(feed)).toEqual([]);
    expect(await readFile(file, 'utf8')).toBe('the old version');
  });

  test.each(['notafter-updater', 'notafter-updater/pending'])(
    'reads and writes nothing in a folder for downloads that other users can write to: %s',
    async (name) => {
      feed.offer({ ...offer, program: '#!/bin/sh\n' });
      const folder = join(feed.env['XDG_CACHE_HOME'] ?? '', name);
      await mkdir(folder, { recursive: true });
      await chmod(folder, 0o777);
      onTestFinished(() => chmod(folder, 0o700));
      await driver.button(driver.t('help.update.check')).click();
      await driver.button(driver.t('help.update.download')).click();
      await driver.settings().getByText(driver.t('help.update.problem.openFolder')).waitFor();
      expect(await downloaded(feed)).toEqual([]);
      expect(feed.requests.filter(({ path }) => path.endsWith('.AppImage'))).toEqual([]);
    },
  );

  test('is deleted if it does not match the feed', async () => {
    feed.offer({ ...offer, program: '#!/bin/sh\n', served: '#!/bin/sx\n' });
    await driver.button(driver.t('help.update.check')).click();
    await driver.button(driver.t('help.update.download')).click();
    await driver.settings().getByText(driver.t('help.update.problem.notGenuine')).waitFor();
    expect(await driver.button(driver.t('help.update.install')).count()).toBe(0);
    expect(await downloaded(feed)).toEqual([]);
    expect(await readFile(file, 'utf8')).toBe('the old version');
  });
});
