import { describe, expect, it } from 'vitest';
import { Emitter } from '#main/platform/emitter.ts';
import type { SeenRelease } from '#main/settings/update/signedRelease.ts';
import { UpdateService } from '#main/settings/update/updateService.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import type { UpdateView } from '#shared/domain/update.ts';
import { err, ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { FakeUpdateSource } from '#test/support/fakeUpdateSource.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { fileWith, newFeedKey, releaseWith } from '#test/support/signedFeed.ts';

const offer = {
  version: '2.0.0',
  notes: 'New things.',
  releasedAt: Date.UTC(2026, 2, 1),
  signedAt: Date.UTC(2026, 2, 1, 12),
  isRequired: false,
};
const day = 86_400_000;

function setUp(given: { readonly hasFeed?: boolean; readonly canInstall?: boolean } = {}) {
  const source = new FakeUpdateSource();
  source.hasFeed = given.hasFeed ?? true;
  source.canInstall = given.canInstall ?? true;
  const stored: SeenRelease[] = [];
  const time = createFakeTime();
  const { logger, lines } = createRecordingLogger();
  const person = { checkForUpdates: false, hasQuit: false, agrees: true };
  const settingsChanged = new Emitter<void>('updateService.test');
  const service = new UpdateService({
    source,
    memory: {
      load: () => stored.at(-1) ?? null,
      save: (seen) => stored.push(seen),
    },
    settings: () => ({ ...defaultSettings, checkForUpdates: person.checkForUpdates }),
    onDidChangeSettings: settingsChanged.event,
    ...time,
    logger,
    confirmInstall: async () => (person.agrees ? ok(null) : err({ kind: 'consent', reason: 'declined' })),
    quit: () => {
      person.hasQuit = true;
    },
  });
  const views: UpdateView[] = [];
  service.onDidChange((view) => views.push(view));
  return { source, time, service, settingsChanged, views, person, lines, stored };
}

describe('automatic checks of the feed', () => {
  it('are off unless the settings enable them', async () => {
    const { service, time, source } = setUp();
    service.start();
    await time.advance(3 * day);
    expect(source.asked).toEqual([]);
  });

  it('run soon after the start, and once a day', async () => {
    const { service, time, source, person } = setUp();
    person.checkForUpdates = true;
    service.start();
    expect(source.asked).toEqual([]);
    await time.advance(60_000);
    expect(source.asked).toEqual(['check']);
    await time.advance(0.9 * day);
    expect(source.asked).toHaveLength(1);
    await time.advance(2 * day);
    expect(source.asked).toEqual(['check', 'check', 'check']);
  });

  it('run at once when switched on, and stop when the service ends', async () => {
    const { service, settingsChanged, time, source, person } = setUp();
    service.start();
    await time.advance(1000);
    person.checkForUpdates = true;
    settingsChanged.fire();
    expect(source.asked).toEqual(['check']);
    settingsChanged.fire();
    await time.advance(0);
    expect(source.asked).toEqual(['check']);
    service.dispose();
    await time.advance(5 * day);
    expect(source.asked).toEqual(['check']);
    expect(time.pending()).toBe(0);
  });

  it('and manual checks do nothing in a build without a feed', async () => {
    const { service, settingsChanged, time, source, person } = setUp({ hasFeed: false });
    person.checkForUpdates = true;
    service.start();
    settingsChanged.fire();
    await service.check();
    await time.advance(2 * day);
    expect(service.view()).toEqual({ kind: 'noFeed' });
    expect(source.asked).toEqual([]);
    expect(time.pending()).toBe(0);
  });
});

describe('a newer version', () => {
  it('is found, downloaded and installed in separate steps requested by the user', async () => {
    const { service, source, views, person } = setUp();
    source.offer();
    source.onDownload = async (tell) => {
      for (const percent of [10, 100]) tell(percent);
      return ok(null);
    };
    await service.check();
    expect(views).toEqual([
      { kind: 'checking' },
      { kind: 'available', offer, canInstall: true, command: null },
    ]);
    expect(source.asked).toEqual(['check']);
    views.length = 0;
    await service.download();
    expect(views).toEqual([
      { kind: 'downloading', offer, percent: 0 },
      { kind: 'downloading', offer, percent: 10 },
      { kind: 'downloading', offer, percent: 100 },
      { kind: 'ready', offer },
    ]);
    await service.installOnQuit();
    expect(source.asked).toEqual(['check', 'download']);
    await service.install();
    expect(person.hasQuit).toBe(true);
    expect(source.asked).toEqual(['check', 'download']);
    await service.installOnQuit();
    expect(source.asked).toEqual(['check', 'download', 'install']);
  });

  it('is not installed when the user declines', async () => {
    const { service, source, person } = setUp();
    source.offer();
    await service.check();
    await service.download();
    person.agrees = false;
    expect(await service.install()).toEqual(err({ kind: 'consent', reason: 'declined' }));
    await service.installOnQuit();
    expect(person.hasQuit).toBe(false);
    expect(source.asked).toEqual(['check', 'download']);
    expect(service.view()).toEqual({ kind: 'ready', offer });
  });

  it('comes with the command of the package manager if the app was installed by one', async () => {
    const { service, source } = setUp({ canInstall: false });
    source.packageManager = 'apt';
    source.offer();
    await service.check();
    expect(service.view()).toMatchObject({
      command: expect.stringMatching(/^sudo apt install \.\/NotAfter-2\.0\.0-/u),
    });
    await service.download();
    expect(source.asked).toEqual(['check']);
  });

  it('is not downloaded if the app cannot replace itself', async () => {
    const { service, source } = setUp({ canInstall: false });
    source.offer();
    await service.check();
    await service.download();
    expect(service.view()).toEqual({ kind: 'available', offer, canInstall: false, command: null });
    expect(source.asked).toEqual(['check']);
  });

  it('is neither downloaded nor installed before it was found and downloaded', async () => {
    const { service, source, person } = setUp();
    await service.download();
    await service.install();
    await service.installOnQuit();
    expect(source.asked).toEqual([]);
    expect(person.hasQuit).toBe(false);
  });

  it('stays downloaded after another check', async () => {
    const { service, source } = setUp();
    source.offer();
    await service.check();
    await service.download();
    await service.check();
    expect(service.view()).toEqual({ kind: 'ready', offer });
  });

  it('is refused if it differs from the description in the feed, and can be tried again', async () => {
    const { service, source, lines } = setUp();
    source.offer();
    source.onDownload = async () => err('notGenuine');
    await service.check();
    await service.download();
    expect(service.view()).toEqual({ kind: 'failed', problem: 'notGenuine', offer });
    await service.install();
    source.onDownload = async () => ok(null);
    await service.download();
    expect(service.view()).toEqual({ kind: 'ready', offer });
    expect(lines.map(({ fields }) => fields)).toEqual([{ state: 'download', problem: 'notGenuine' }]);
  });
});

it('reports that there is no newer version, and when it checked', async () => {
  const { service, time } = setUp();
  await service.check();
  expect(service.view()).toEqual({
    kind: 'none',
    checkedAt: time.clock.now(),
    signedAt: Date.UTC(2026, 2, 1, 12),
  });
});

it('reports why the feed could not be read, and downloads nothing', async () => {
  const { service, source } = setUp();
  source.found = err('unreachable');
  await service.check();
  await service.download();
  expect(service.view()).toEqual({ kind: 'failed', problem: 'unreachable', offer: null });
  expect(source.asked).toEqual(['check']);
});

describe('a feed', () => {
  it('that is not signed is refused, and remembered in no way', async () => {
    const { service, source, stored } = setUp();
    source.offer();
    source.accepted = [newFeedKey()];
    await service.check();
    await service.download();
    expect(service.view()).toEqual({ kind: 'failed', problem: 'forged', offer: null });
    expect(source.asked).toEqual(['check']);
    expect(stored).toEqual([]);
  });

  it('that was replaced by an older one is refused, also one that was signed before for the same version', async () => {
    const { service, source } = setUp();
    source.offer({ signedAt: '2026-03-02T00:00:00Z' });
    await service.check();
    expect(service.view().kind).toBe('available');
    source.offer({ signedAt: '2026-03-01T00:00:00Z' });
    await service.check();
    await service.download();
    expect(service.view()).toEqual({ kind: 'failed', problem: 'outdated', offer: null });
    expect(source.asked).toEqual(['check', 'check']);
  });

  it.each([
    ['a century behind', Date.UTC(1926, 0, 1)],
    ['a century ahead', Date.UTC(2126, 0, 1)],
  ])('is accepted with a clock that is %s', async (_, now) => {
    const { service, source, time } = setUp();
    source.offer();
    time.setNow(now);
    await service.check();
    expect(service.view()).toEqual({ kind: 'available', offer, canInstall: true, command: null });
  });

  it('of a build without keys is announced by its version alone, and nothing is downloaded', async () => {
    const { service, source, stored } = setUp();
    source.packageManager = 'apt';
    source.offer();
    source.accepted = [];
    await service.check();
    await service.download();
    expect(service.view()).toEqual({
      kind: 'available',
      offer: { version: '2.0.0', notes: null, releasedAt: null, signedAt: null, isRequired: false },
      canInstall: false,
      command: null,
    });
    expect(source.asked).toEqual(['check']);
    expect(stored).toEqual([]);
  });

  it('is what is downloaded: the accepted release, with its digests', async () => {
    const { service, source } = setUp();
    const files = [fileWith('NotAfter-2.0.0-linux-x86_64.AppImage', 'program')];
    source.offer({ files });
    await service.check();
    source.found = err('unreachable');
    await service.download();
    expect(source.downloaded).toEqual([releaseWith({ files })]);
  });
});
