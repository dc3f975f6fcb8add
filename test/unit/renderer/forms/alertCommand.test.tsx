// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ChannelSection } from '#renderer/features/settings/alerts/ChannelSection.tsx';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import type { AlertChannelView } from '#shared/domain/alertChannels.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { renderPart } from '#test/support/renderPart.tsx';
import { english as t } from '#test/unit/renderer/translators.ts';
import { enter, expectRefused, field, press, refused } from './formDriver.ts';

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
