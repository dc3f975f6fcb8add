import { describe, expect, it } from 'vitest';
import { createConnectionRepository } from '#main/storage/connectionRepository.ts';
import {
  createNoticeRepository,
  createSettingsRepository,
  createWindowBoundsRepository,
  createWindowViewRepository,
} from '#main/storage/settingsRepository.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { connection, openTemporary } from './fixtures.ts';

describe('connection repository', () => {
  it('returns connections in the order in which they were added, with their CA', () => {
    const connections = createConnectionRepository(openTemporary());
    const first = { ...connection('z'), createdAt: 1, ca: { fileName: 'office ca.pem', pem: 'PEM' } };
    const second = { ...connection('a'), createdAt: 2 };
    connections.save(second);
    connections.save(first);
    expect(connections.all()).toEqual([first, second]);
  });

  it('changes a connection at its position and keeps when it was added', () => {
    const connections = createConnectionRepository(openTemporary());
    connections.save({ ...connection('a'), ca: { fileName: 'ca.pem', pem: 'PEM' } });
    connections.save({ ...connection('a'), name: 'Other', createdAt: 9 });
    expect(connections.all()).toEqual([{ ...connection('a'), name: 'Other' }]);
    connections.remove('a');
    expect(connections.all()).toEqual([]);
  });
});

describe('database', () => {
  it('frees the memory of its cache, and still reads everything', () => {
    const database = openTemporary();
    const connections = createConnectionRepository(database);
    connections.save(connection('a'));
    database.releaseMemory();
    expect(connections.all()).toEqual([connection('a')]);
    database.dispose();
    expect(() => database.releaseMemory()).not.toThrow();
  });
});

describe('settings repository', () => {
  it('returns each field, and undefined for invalid JSON', () => {
    const database = openTemporary();
    const settings = createSettingsRepository(database);
    expect(settings.load().size).toBe(0);
    settings.save(defaultSettings);
    settings.save({ ...defaultSettings, theme: 'dark' });
    database.write(() => database.prepare("UPDATE settings SET value = '{' WHERE key = 'language'").run());
    expect(Object.fromEntries(settings.load())).toEqual({
      ...defaultSettings,
      theme: 'dark',
      language: undefined,
    });
  });
});

describe('repository of the window’s bounds', () => {
  it('stores the last ones beside the settings, and ignores what is none', () => {
    const database = openTemporary();
    const stored = createWindowBoundsRepository(database, createRecordingLogger().logger);
    expect(stored.load()).toBeNull();
    const bounds = { x: -20, y: 40, width: 900, height: 600, isMaximized: false };
    stored.save({ ...bounds, x: 1 });
    stored.save(bounds);
    expect(stored.load()).toEqual(bounds);
    expect(createSettingsRepository(database).load().get('theme')).toBeUndefined();
    database.write(() => database.prepare('UPDATE settings SET value = \'{"x":1e9}\'').run());
    expect(stored.load()).toBeNull();
  });
});

describe('repository of the window’s view', () => {
  it('stores the last one beside the bounds, and ignores what is none', () => {
    const database = openTemporary();
    const { logger } = createRecordingLogger();
    const stored = createWindowViewRepository(database, logger);
    expect(stored.load()).toBeNull();
    const view = {
      sort: { key: 'name', descending: true },
      isGroupedByTag: true,
      openOrderId: 'order1',
    } as const;
    stored.save({ ...view, openOrderId: null });
    stored.save(view);
    expect(stored.load()).toEqual(view);
    expect(createWindowBoundsRepository(database, logger).load()).toBeNull();
    const { isGroupedByTag: _, ...earlier } = view;
    database.write(() => database.prepare('UPDATE settings SET value = ?').run(JSON.stringify(earlier)));
    expect(stored.load()).toEqual({ ...view, isGroupedByTag: false });
    database.write(() =>
      database.prepare('UPDATE settings SET value = \'{"sort":"name","openOrderId":null}\'').run(),
    );
    expect(stored.load()).toBeNull();
  });
});

describe('notice repository', () => {
  it('stores shown notices beside the settings, without affecting them', () => {
    const database = openTemporary();
    const notices = createNoticeRepository(database, createRecordingLogger().logger);
    expect(notices.wasShown('noTray')).toBe(false);
    notices.setShown('noTray');
    notices.setShown('noTray');
    createSettingsRepository(database).save(defaultSettings);
    const again = createNoticeRepository(database, createRecordingLogger().logger);
    expect(again.wasShown('noTray')).toBe(true);
    expect(again.wasShown('tray')).toBe(false);
    expect(Object.fromEntries(createSettingsRepository(database).load())).toMatchObject(defaultSettings);
  });
});
