import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { callIn } from '#scripts/demo/windowSteps.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { expectNoBarriers } from '#test/support/e2e/axe.ts';
import { launchNotAfter, type NotAfter } from '#test/support/e2e/notAfterApp.ts';
import { beginUpToDate, startUpdateFeed, type UpdateFeed } from '#test/support/e2e/updateFeed.ts';
import { driveWindow, setLanguage, type WindowDriver } from '#test/support/e2e/windowDriver.ts';
import { newFeedKey } from '#test/support/signedFeed.ts';
import { selfSigned } from '#test/support/testCertificates.ts';

const because = 'it is about the app and not about its orders';

const dayMs = 86_400_000;
const daysAgo = (days: number) => `${new Date(Date.now() - days * dayMs).toISOString().slice(0, 19)}Z`;

/** The window of an app that asked the feed. */
async function asked(app: NotAfter): Promise<WindowDriver> {
  const driver = await driveWindow(app);
  await driver.openSettings('about');
  await driver.button(driver.t('help.update.check')).click();
  return driver;
}

async function ask(feed: UpdateFeed, env: NodeJS.ProcessEnv = {}): Promise<WindowDriver> {
  return asked(await launchNotAfter({ because, env: { ...feed.env, ...env } }));
}

/** One app for the tests that need nothing special. */
let shared: { readonly feed: UpdateFeed; readonly driver: WindowDriver };

beforeAll(async () => {
  const feed = await startUpdateFeed();
  const driver = await driveWindow(await launchNotAfter({ because, env: feed.env }));
  await driver.openSettings('about');
  shared = { feed, driver };
});

/** The feed and the window of the one app, in a state that is the same for each test. */
async function sharedApp(): Promise<typeof shared> {
  await beginUpToDate(shared.feed, shared.driver);
  return shared;
}

describe('a feed is refused in words, and no version of it is shown', () => {
  test.each<[string, 'unsigned' | 'forged', (feed: UpdateFeed) => void]>([
    ['without a signature', 'unsigned', (feed) => feed.offer({ key: null })],
    ['signed with another key', 'forged', (feed) => feed.offer({ key: newFeedKey() })],
    [
      'whose description was swapped for another one with the same key’s signature beside it',
      'forged',
      (feed) => {
        feed.offer({ version: '9.0.0' });
        feed.serve('release.json', JSON.stringify({ version: '9.0.1' }));
      },
    ],
    [
      'with something after its signature',
      'forged',
      (feed) => {
        feed.offer({});
        feed.serve('release.json.sig', new Uint8Array(1_000_000));
      },
    ],
  ])('%s', async (_, problem, prepare) => {
    const { feed, driver } = await sharedApp();
    prepare(feed);
    await driver.button(driver.t('help.update.check')).click();
    await driver
      .settings()
      .getByText(driver.t(`help.update.problem.${problem}`))
      .waitFor();
    expect(
      await driver
        .settings()
        .getByText(/9\.0\.[01]/u)
        .count(),
    ).toBe(0);
    expect(feed.requests.map(({ path }) => path)).toEqual(['/release.json', '/release.json.sig']);
  });
});

describe('a feed is accepted', () => {
  test('with the key in reserve', async () => {
    const { feed, driver } = await sharedApp();
    feed.offer({ key: feed.keys[1] });
    await driver.button(driver.t('help.update.check')).click();
    await driver
      .settings()
      .getByText(/NotAfter 9\.0\.0 \(.+\) is available\./u)
      .waitFor();
    await driver.settings().getByText(driver.t('help.update.age.today')).waitFor();
  });

  test('by a build without keys as an announcement alone: no notes, no command, no download', async () => {
    const feed = await startUpdateFeed();
    feed.offer({ notes: 'Run this.', key: null });
    const driver = await ask(feed, { NOTAFTER_UPDATE_KEYS: '' });
    const { t } = driver;
    await driver
      .settings()
      .getByText(t('help.update.announced', { version: '9.0.0' }))
      .waitFor();
    await driver.settings().getByText(t('help.update.age.noKey')).waitFor();
    await driver.settings().getByText(t('help.update.unsigned')).waitFor();
    await driver.screenshot('update-announced');
    expect(await driver.settings().getByText('Run this.').count()).toBe(0);
    expect(await driver.button(t('help.update.download')).count()).toBe(0);
  });
});

test('a replayed feed, signed before the one that was read last, is refused, also after a restart', async () => {
  const { feed, driver } = await sharedApp();
  feed.offer({ version: '9.0.1' });
  await driver.button(driver.t('help.update.check')).click();
  await driver
    .settings()
    .getByText(/NotAfter 9\.0\.1/u)
    .waitFor();
  await driver.app.close();
  feed.offer({ version: '9.0.2', signedAt: daysAgo(2) });
  const again = await asked(await launchNotAfter({ env: feed.env, profile: driver.app.profile }));
  await again.settings().getByText(again.t('help.update.problem.outdated')).waitFor();
  feed.offer({ version: '9.0.2', signedAt: daysAgo(0) });
  await again.button(again.t('help.update.check')).click();
  await again
    .settings()
    .getByText(/NotAfter 9\.0\.2/u)
    .waitFor();
});

describe('over TLS', () => {
  let feed: UpdateFeed;

  beforeAll(async () => {
    feed = await startUpdateFeed(await selfSigned('127.0.0.1', false));
  });

  test('a feed is refused if the certificate of its host is not trusted', async () => {
    feed.offer({});
    const refused = await ask(feed);
    await refused.settings().getByText(refused.t('help.update.problem.unreachable')).waitFor();
    expect(feed.requests).toEqual([]);
  });

  test('a feed of a trusted host is accepted, and its age is shown beside what it says, in both languages', async () => {
    const app = await launchNotAfter({ because, env: feed.env });
    // As if this computer's administrator had installed it. Chromium remembers what it found out about a certificate.
    await app.electron.evaluate(({ session }) =>
      session.fromPartition('electron-updater').setCertificateVerifyProc((_, answer) => answer(0)),
    );
    feed.offer({ version: '0.0.1', signedAt: daysAgo(120) });
    await asked(app);
    const ages = [
      { name: 'stale', shown: (t: Translate) => t('help.update.age.stale', { count: 120 }) },
      {
        name: 'age',
        offered: { version: '0.0.1', signedAt: daysAgo(12) },
        shown: (t: Translate) => t('help.update.age.days', { count: 12 }),
      },
      {
        name: 'ahead',
        offered: { minimumVersion: '8.0.0', signedAt: daysAgo(-400), notes: 'Sees further.' },
        shown: (t: Translate) => t('help.update.required'),
      },
    ];
    for (const { name, offered, shown } of ages) {
      if (offered !== undefined) {
        feed.offer(offered);
        await callIn(await app.window(), 'update:check', null);
      }
      for (const language of ['en', 'zh-CN'] as const) {
        await setLanguage(app, language);
        const driver = await driveWindow(app);
        await driver.settings().getByText(shown(driver.t)).waitFor();
        await driver.screenshot(`update-${name}-${language}`);
        await expectNoBarriers(driver.page);
      }
    }
    await (await driveWindow(app))
      .settings()
      .getByText(/2027|2028/u)
      .first()
      .waitFor();
    expect(await readdir(app.profile)).not.toContain('.updaterId');
  });
});
