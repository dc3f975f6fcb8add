import { expect, it } from 'vitest';
import { type AlertChannels, silencedChannels } from '#main/alerting/overview/silencedChannels.ts';
import { defaultSettings } from '#shared/domain/settings.ts';

const open: AlertChannels = {
  settings: defaultSettings,
  hasCommand: true,
  webhook: { url: 'https://hooks.example/a', events: ['expired', 'renewed'] },
  isPaused: false,
};
const withSettings = (change: Partial<typeof defaultSettings>) => ({
  ...open,
  settings: { ...defaultSettings, ...change },
});

it.each<[string, AlertChannels]>([
  ['alerts', withSettings({ alerts: false })],
  ['notifications', withSettings({ notifications: false })],
  ['kind', withSettings({ alertOnDrift: false })],
  ['days', withSettings({ alertDays: [30] })],
  ['command', { ...open, hasCommand: false }],
  ['webhook', { ...open, webhook: null }],
  ['webhook', { ...open, webhook: { url: 'https://hooks.example/b', events: ['expired', 'renewed'] } }],
  ['events', { ...open, webhook: { url: 'https://hooks.example/a', events: ['renewed'] } }],
  ['pause', { ...open, isPaused: true }],
])('tells of %s, and not when it is open again', (channel, after) => {
  expect(silencedChannels(open, after)).toEqual([channel]);
  expect(silencedChannels(after, after)).toEqual([]);
  if (channel !== 'webhook' || after.webhook === null) expect(silencedChannels(after, open)).toEqual([]);
});

it('is silent about what alerts do not depend on', () => {
  expect(silencedChannels(open, withSettings({ theme: 'dark', warningDays: 10 }))).toEqual([]);
});
