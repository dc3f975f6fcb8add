// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NotificationsPlace } from '#renderer/features/settings/alerts/AlertsSection.tsx';
import { ChannelSection } from '#renderer/features/settings/alerts/ChannelSection.tsx';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import type { AlertChannelView } from '#shared/domain/alertChannels.ts';
import { type EventTry, usualEventNames } from '#shared/domain/alertEvents.ts';
import type { NotificationsView } from '#shared/domain/notificationState.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { renderPart } from '#test/support/renderPart.tsx';
import { english as t } from '../translators.ts';
import { enter, expectRefused, field, press, refused } from './formDriver.ts';

describe('the command for alerts', () => {
  const line = t('copies.command.line');
  const save = t('copies.command.save');

  function renderCommand(command: AlertChannelView<'command'> | null, answer: Result<null> = ok(null)) {
    return renderPart(<ChannelSection id="command" />, {
      app: { alertChannels: command === null ? {} : { command } },
      calls: { 'alerts:setCommand': async () => answer, 'alerts:testCommand': async () => answer },
    });
  }

  it('sends the words of a command, which main asks the user to confirm', async () => {
    const { user, asked } = renderCommand(null);
    expect(screen.queryByRole('button', { name: t('alertChannels.test') })).toBeNull();
    await enter(user, line, 'curl --json @- "https://hooks.example.com/a b"');
    await press(user, save);
    expect(asked).toEqual([['alerts:setCommand', ['curl', '--json', '@-', 'https://hooks.example.com/a b']]]);
  });

  it('shows what main refuses at the field', async () => {
    const { user } = renderCommand(null, err(refused('command', 'notAProgram')));
    await enter(user, line, 'nothing');
    await press(user, save);
    await expectRefused(line);
  });

  it('keeps what was typed if the user declined', async () => {
    const { user } = renderCommand(null, err({ kind: 'consent', reason: 'declined' }));
    await enter(user, line, 'curl');
    await press(user, save);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field(line).value).toBe('curl');
  });

  it('shows the command with its last result and output, sends a test, and removes it', async () => {
    const { user, asked } = renderCommand({
      command: ['/usr/bin/curl', '--json', '@-'],
      waiting: { count: 0, nextAt: null },
      lastRun: {
        ...{ kind: 'ended', startedAt: 0, endedAt: 2000, output: 'curl: (6) no host\n', isCut: false },
        outcome: { kind: 'exited', code: 6 },
      },
    });
    expect(field(line).value).toBe('/usr/bin/curl --json @-');
    expect(screen.getByRole('status').textContent).toContain('6');
    expect(screen.getByText(/no host/u)).toBeDefined();
    await press(user, t('alertChannels.test'));
    await press(user, t('copies.command.remove'));
    expect(asked).toEqual([
      ['alerts:testCommand', null],
      ['alerts:setCommand', null],
    ]);
  });

  it('says in a toast why a test was not sent', async () => {
    const { user } = renderCommand(
      { command: ['/bin/tell'], lastRun: null, waiting: { count: 0, nextAt: null } },
      err({ kind: 'busy' }),
    );
    await press(user, t('alertChannels.test'));
    await waitFor(() =>
      expect(useToastStore.getState().toasts).toMatchObject([{ title: t('copies.failed.runCommand') }]),
    );
  });
});

describe('the webhook for alerts', () => {
  const url = 'https://hooks.example.com/in';
  const view: AlertChannelView<'webhook'> = {
    ...{ url, events: ['expired'], isGone: false, secret: { kind: 'keychain' }, canCopySecret: false },
    ...{ waiting: { count: 0, nextAt: null }, lastTry: null, lastFailure: null },
  };
  const tried: EventTry = { at: 0, isTest: false, status: 500, error: null, nextAt: null };

  function renderWebhook(webhook: AlertChannelView<'webhook'> | null, answer: Result<null> = ok(null)) {
    const answers = async () => answer;
    return renderPart(<ChannelSection id="webhook" />, {
      app: { alertChannels: webhook === null ? {} : { webhook } },
      calls: {
        'alerts:setWebhook': answers,
        'alerts:testWebhook': answers,
        'alerts:removeWebhook': answers,
        'alerts:copyWebhookSecret': answers,
        'alerts:replaceWebhookSecret': answers,
      },
    });
  }

  it('sends the address with the chosen events', async () => {
    const { user, asked } = renderWebhook(null);
    expect(screen.queryByRole('button', { name: t('alertChannels.test') })).toBeNull();
    await enter(user, t('alertChannels.webhook.url'), url);
    await user.click(screen.getByRole('checkbox', { name: t('alertChannels.event.renewed') }));
    await press(user, t('alertChannels.webhook.save'));
    const events = usualEventNames.filter((name) => name !== 'renewed');
    expect(asked).toEqual([['alerts:setWebhook', { url, events }]]);
  });

  it('shows what main refuses at the address', async () => {
    const { user } = renderWebhook(null, err(refused('webhookUrl', 'httpsOnly')));
    await enter(user, t('alertChannels.webhook.url'), 'http://hooks.example.com');
    await press(user, t('alertChannels.webhook.save'));
    await expectRefused(t('alertChannels.webhook.url'));
  });

  it('copies a generated secret, replaces it by another, tests and removes, after questions where something is lost', async () => {
    const { user, asked } = renderWebhook({ ...view, canCopySecret: true });
    await press(user, t('alertChannels.webhook.secret.copy'));
    await press(user, t('alertChannels.webhook.secret.make'));
    expect(asked).toHaveLength(1);
    await press(user, t('alertChannels.webhook.secret.replace.keep'));
    await press(user, t('alertChannels.webhook.secret.make'));
    await press(user, t('alertChannels.webhook.secret.replace.confirm'));
    await press(user, t('alertChannels.webhook.secret.enter'));
    await enter(user, t('alertChannels.webhook.secret.label'), 'whsec_x');
    await press(user, t('alertChannels.webhook.secret.save'));
    await press(user, t('alertChannels.test'));
    await press(user, t('alertChannels.webhook.remove.button'));
    expect(asked).toHaveLength(4);
    await press(user, t('alertChannels.webhook.remove.confirm'));
    expect(asked).toEqual([
      ['alerts:copyWebhookSecret', null],
      ['alerts:replaceWebhookSecret', null],
      ['alerts:replaceWebhookSecret', 'whsec_x'],
      ['alerts:testWebhook', null],
      ['alerts:removeWebhook', null],
    ]);
  });

  it.each<[string, Partial<EventTry>, string]>([
    ['what was sent', { status: 204 }, 'answered 204'],
    ['a test that was sent', { status: 204, isTest: true }, 'Test event sent'],
    ['what was taken without an answer', { status: null }, 'Sent.'],
    ['a test that was taken without an answer', { status: null, isTest: true }, 'Test event sent.'],
    ['a redirect', { status: 301 }, 'redirects (301)'],
    ['a refusal with the next try', { nextAt: 60_000 }, 'answered 500. Next try'],
    ['an event that was given up', {}, 'given up'],
    ['a test that failed', { isTest: true }, 'only once'],
    [
      'an unreachable host',
      { status: null, error: { kind: 'network', reason: 'refused', code: 'ECONNREFUSED' } },
      'hooks.example.com',
    ],
  ])('says in words %s', (_, part, text) => {
    renderWebhook({ ...view, lastTry: { ...tried, ...part } });
    expect(screen.getByRole('status').textContent).toContain(text);
  });

  it('shows the last failure beside a later success', () => {
    renderWebhook({ ...view, lastFailure: tried, lastTry: { ...tried, at: 5, status: 200 } });
    expect(screen.getByText(t('alertChannels.lastFailure'))).toBeDefined();
    expect(screen.getAllByRole('status')).toHaveLength(2);
  });

  it('is turned on again after the receiver said that it is gone', async () => {
    const { user, asked } = renderWebhook({ ...view, isGone: true });
    await press(user, t('alertChannels.webhook.turnOn'));
    expect(asked).toEqual([['alerts:setWebhook', { url, events: ['expired'] }]]);
  });
});

describe('the place of notifications', () => {
  it.each<[NotificationsView, string | null]>([
    [{ state: { kind: 'system' }, waiting: 0 }, null],
    [{ state: { kind: 'unknown' }, waiting: 0 }, null],
    [{ state: { kind: 'unknown' }, waiting: 1 }, '1 notification waits to be shown.'],
    [{ state: { kind: 'shown', by: 'dunst' }, waiting: 0 }, 'Shown by dunst.'],
    [
      { state: { kind: 'absent' }, waiting: 0 },
      'No program of this desktop shows notifications. They wait until one starts.',
    ],
    [
      { state: { kind: 'absent' }, waiting: 2 },
      'No program of this desktop shows notifications. They wait until one starts. 2 notifications wait to be shown.',
    ],
    [
      { state: { kind: 'refused' }, waiting: 1 },
      'The desktop did not take a notification. It is tried again every minute. 1 notification waits to be shown.',
    ],
  ])('says where notifications go (%j)', (notifications, sentence) => {
    renderPart(<NotificationsPlace />, { app: { notifications } });
    expect(screen.queryByRole('status')?.textContent.trim() ?? null).toBe(sentence);
  });
});
