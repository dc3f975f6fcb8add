import { describe, expect, it } from 'vitest';
import type { LogFields, Logger } from '#main/platform/logger.ts';
import type { LoginStart, QuickShortcut } from '#main/settings/preferences/settingsService.ts';
import { type SettingsRepository, SettingsService } from '#main/settings/preferences/settingsService.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import { err, ok } from '#shared/result.ts';

const refused = { kind: 'loginStart', reason: 'refused', name: '', code: '' } as const;

function createFakes(stored: Record<string, unknown> = {}, startsAtLogin = false) {
  const warnings: LogFields[] = [];
  const logger: Logger = {
    info: () => undefined,
    warn: (_, fields = {}) => warnings.push(fields),
    error: () => undefined,
  };
  const saved: Settings[] = [];
  let isFull = false;
  const repository: SettingsRepository = {
    load: () => new Map(Object.entries(stored)),
    save: (settings) => {
      if (isFull) return err({ kind: 'storage', reason: 'full', detail: '' });
      saved.push(settings);
      return ok(null);
    },
  };
  const login = { isOn: startsAtLogin, refuses: false };
  const loginStart: LoginStart = {
    isOn: () => login.isOn,
    set: (on) => {
      if (login.refuses) return err(refused);
      login.isOn = on;
      return ok(null);
    },
  };
  const keys: { active: string | null; areTaken: boolean } = { active: null, areTaken: false };
  const quickShortcut: QuickShortcut = {
    state: async () => (keys.active === null ? { kind: 'taken' } : { kind: 'active', keys: null }),
    set: (shortcut) => {
      if (keys.areTaken && shortcut !== null) return err({ kind: 'shortcut' });
      keys.active = shortcut;
      return ok(null);
    },
    onDidPress: () => ({ dispose: () => undefined }),
  };
  return {
    warnings,
    saved,
    login,
    keys,
    service: new SettingsService(repository, { loginStart, quickShortcut }, logger),
    fillDisk: () => {
      isFull = true;
    },
  };
}

describe('SettingsService', () => {
  it('has the defaults before anything was set', () => {
    const { service, warnings } = createFakes();
    expect(service.get()).toEqual(defaultSettings);
    expect(warnings).toEqual([]);
  });

  it('uses every valid stored field, and the default with a warning for each invalid one', () => {
    const { service, warnings } = createFakes({
      theme: 'dark',
      pollIntervalMinutes: 5,
      language: undefined,
      formerSetting: 1,
    });
    expect(service.get()).toEqual({ ...defaultSettings, theme: 'dark' });
    expect(warnings).toEqual([{ field: 'pollIntervalMinutes' }, { field: 'language' }]);
  });

  it('reads settings that were stored before there were alerts', () => {
    const { service, warnings } = createFakes({ pollIntervalMinutes: 60, warningDays: 20 });
    expect(service.get()).toEqual({ ...defaultSettings, pollIntervalMinutes: 60, warningDays: 20 });
    expect(warnings).toEqual([]);
  });

  it('uses the default windows if the stored ones contradict each other', () => {
    const { service, warnings } = createFakes({ warningDays: 3, criticalDays: 5, theme: 'light' });
    expect(service.get()).toEqual({ ...defaultSettings, theme: 'light' });
    expect(warnings).toHaveLength(1);
  });

  it('stores the new settings, then reports them', () => {
    const { service, saved } = createFakes();
    const reported: Settings[] = [];
    service.onDidChange(['pollIntervalMinutes', 'theme'], (settings) => reported.push(settings));
    service.onDidChange(['theme', 'alertDays'], () => expect.unreachable('these did not change'));
    const next = { ...defaultSettings, pollIntervalMinutes: 15, alertDays: [...defaultSettings.alertDays] };
    expect(service.set(next)).toEqual(ok(null));
    expect(service.get()).toEqual(next);
    expect(saved).toEqual([next]);
    expect(reported).toEqual([next]);
  });

  it.each([
    ['an interval below its bound', { ...defaultSettings, pollIntervalMinutes: 14 }, 'outOfRange'],
    ['an interval above its bound', { ...defaultSettings, pollIntervalMinutes: 10_081 }, 'outOfRange'],
    ['a critical window wider than the warning', { ...defaultSettings, criticalDays: 31 }, 'outOfRange'],
    ['no days to alert at', { ...defaultSettings, alertDays: [] }, 'outOfRange'],
    ['too many days', { ...defaultSettings, alertDays: [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1] }, 'outOfRange'],
    ['day 0', { ...defaultSettings, alertDays: [7, 0] }, 'outOfRange'],
    ['days that do not descend', { ...defaultSettings, alertDays: [7, 14] }, 'outOfRange'],
    ['a day twice', { ...defaultSettings, alertDays: [7, 7] }, 'outOfRange'],
    ['half a day', { ...defaultSettings, alertDays: [1.5] }, 'malformed'],
    ['an unknown language', { ...defaultSettings, language: 'xx' }, 'malformed'],
    ['a part of the settings', { theme: 'dark' }, 'malformed'],
    ['no settings at all', null, 'malformed'],
  ])('refuses %s and keeps the former settings', (_, candidate, reason) => {
    const { service, saved } = createFakes();
    expect(service.set(candidate)).toEqual(err({ kind: 'invalidInput', field: 'settings', reason }));
    expect(service.get()).toEqual(defaultSettings);
    expect(saved).toEqual([]);
  });

  it('keeps the former settings if the new ones cannot be stored', () => {
    const { service, fillDisk } = createFakes();
    fillDisk();
    const result = service.set({ ...defaultSettings, theme: 'dark' });
    expect(result).toMatchObject({ ok: false, error: { kind: 'storage', reason: 'full' } });
    expect(service.get()).toEqual(defaultSettings);
  });
});

describe('starting at login', () => {
  it('shows the state of the system, not the stored one', () => {
    expect(createFakes({ startAtLogin: true }).service.get().startAtLogin).toBe(false);
    expect(createFakes({ startAtLogin: false }, true).service.get().startAtLogin).toBe(true);
  });

  it('is switched on and off in the system, but not by other changes', () => {
    const { service, login, saved } = createFakes();
    expect(service.set({ ...defaultSettings, startAtLogin: true })).toEqual(ok(null));
    expect(login.isOn).toBe(true);
    expect(service.get().startAtLogin).toBe(true);
    login.refuses = true;
    expect(service.set({ ...defaultSettings, startAtLogin: true, theme: 'dark' })).toEqual(ok(null));
    login.refuses = false;
    expect(service.set(defaultSettings)).toEqual(ok(null));
    expect(login.isOn).toBe(false);
    expect(saved).toHaveLength(3);
  });

  it('stays off if the system refuses, and no other setting changes', () => {
    const { service, login, saved } = createFakes();
    login.refuses = true;
    expect(service.set({ ...defaultSettings, startAtLogin: true, theme: 'dark' })).toEqual(err(refused));
    expect(service.get()).toEqual(defaultSettings);
    expect(saved).toEqual([]);
  });

  it('is undone if the settings cannot be stored', () => {
    const { service, login, fillDisk } = createFakes();
    fillDisk();
    expect(service.set({ ...defaultSettings, startAtLogin: true }).ok).toBe(false);
    expect(login.isOn).toBe(false);
    expect(service.get().startAtLogin).toBe(false);
  });
});

describe('the shortcut of the quick window', () => {
  const wanted = { ...defaultSettings, quickShortcut: 'Ctrl+Alt+N' };

  it('is taken from the system when the app starts', () => {
    const { service, keys } = createFakes({ quickShortcut: 'Ctrl+Alt+N' });
    expect(keys.active).toBeNull();
    service.takeShortcut();
    expect(keys.active).toBe('Ctrl+Alt+N');
  });

  it('stays stored if another program has the keys at the start, with a warning', () => {
    const { service, keys, warnings } = createFakes({ quickShortcut: 'Ctrl+Alt+N' });
    keys.areTaken = true;
    service.takeShortcut();
    expect(service.get().quickShortcut).toBe('Ctrl+Alt+N');
    expect(warnings).toHaveLength(1);
  });

  it('is none if the stored one is no shortcut', () => {
    const { service, warnings } = createFakes({ quickShortcut: 'Ctrl+C' });
    expect(service.get().quickShortcut).toBeNull();
    expect(warnings).toEqual([{ field: 'quickShortcut' }]);
  });

  it('is set and removed in the system', () => {
    const { service, keys } = createFakes();
    expect(service.set(wanted)).toEqual(ok(null));
    expect(keys.active).toBe('Ctrl+Alt+N');
    expect(service.set(defaultSettings)).toEqual(ok(null));
    expect(keys.active).toBeNull();
  });

  it('stays as it was if the keys are taken, and so does the start at login', () => {
    const { service, keys, login, saved } = createFakes();
    keys.areTaken = true;
    expect(service.set({ ...wanted, startAtLogin: true })).toEqual(err({ kind: 'shortcut' }));
    expect(service.get()).toEqual(defaultSettings);
    expect(login.isOn).toBe(false);
    expect(saved).toEqual([]);
  });

  it('is given back if the settings cannot be stored', () => {
    const { service, keys, fillDisk } = createFakes();
    fillDisk();
    expect(service.set(wanted).ok).toBe(false);
    expect(keys.active).toBeNull();
  });
});
