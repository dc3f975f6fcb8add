import { expect, it } from 'vitest';
import { silencedAlerts, type WantedAlerts } from '#main/alerting/alerts/silencedAlerts.ts';
import { defaultSettings } from '#shared/domain/settings.ts';

const open: WantedAlerts = {
  settings: defaultSettings,
  isPaused: false,
};
const withSettings = (change: Partial<typeof defaultSettings>) => ({
  ...open,
  settings: { ...defaultSettings, ...change },
});

it.each<[string, WantedAlerts]>([
  ['alerts', withSettings({ alerts: false })],
  ['notifications', withSettings({ notifications: false })],
  ['kind', withSettings({ alertOnDrift: false })],
  ['days', withSettings({ alertDays: [30] })],
  ['pause', { ...open, isPaused: true }],
])('tells of %s, and not when it is open again', (silence, after) => {
  expect(silencedAlerts(open, after)).toEqual([silence]);
  expect(silencedAlerts(after, after)).toEqual([]);
  expect(silencedAlerts(after, open)).toEqual([]);
});

it('is silent about what alerts do not depend on', () => {
  expect(silencedAlerts(open, withSettings({ theme: 'dark', warningDays: 10 }))).toEqual([]);
});
