// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { EndpointDialog } from '#renderer/features/deployment/endpoints/EndpointDialogs.tsx';
import { CommandDialog } from '#renderer/features/deployment/files/CopyDialogs.tsx';
import { SettingsPage } from '#renderer/frame/SettingsPage.tsx';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import type { ExportPreset } from '#shared/domain/presets/presets.ts';
import { err, ok } from '#shared/result.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';
import { english as t } from '#test/unit/renderer/translators.ts';
import { copy } from '../copyViews.ts';
import { orderRow } from '../orderRows.ts';
import { enter, expectRefused, field, press, refused, titleOf } from './formDriver.ts';

const preset: ExportPreset = {
  id: 'p1',
  name: 'Mail',
  folder: '{alias}',
  server: null,
  files: [{ name: 'fullchain.pem', format: 'pem', parts: ['leaf', 'chain'], mode: '644', lineEnds: 'lf' }],
};

describe('the form for a preset', () => {
  const [name, fileName] = [t('presets.field.name'), t('presets.field.fileName')];

  function renderPreset(calls: FakeCalls = {}) {
    return renderPart(<SettingsPage />, {
      settings: { section: 'presets', itemId: 'p1' },
      app: { presets: [preset] },
      calls,
    });
  }

  it('refuses every field that is wrong', async () => {
    const { user, asked } = renderPreset();
    await enter(user, name, '');
    await enter(user, fileName, '{who}');
    await press(user, t('presets.save'));
    await expectRefused(name, fileName);
    expect(asked).toEqual([]);
  });

  it('shows the name that main refuses at its field', async () => {
    const { user } = renderPreset({
      'presets:save': async () => err(refused('presetName', 'alreadyExists')),
    });
    await enter(user, name, 'Web');
    await press(user, t('presets.save'));
    await expectRefused(name);
  });

  it('has no changes after it was stored, and says so', async () => {
    const { user } = renderPreset({
      'presets:save': async ({ name: stored }) => ok({ ...preset, name: stored }),
    });
    await enter(user, name, 'Web');
    await press(user, t('presets.save'));
    const discard = screen.getByRole<HTMLButtonElement>('button', { name: t('presets.discard') });
    await waitFor(() => expect(discard.disabled).toBe(true));
    expect(field(name).value).toBe('Web');
    expect(useToastStore.getState().toasts).toMatchObject([{ title: t('presets.saved'), text: 'Web' }]);
  });
});

describe('the form for a command', () => {
  const command = t('copies.command.line');

  function renderCommand(calls: FakeCalls = {}) {
    return renderPart(<CommandDialog copies={[copy()]} first={copy()} />, {
      view: { dialog: { kind: 'copyCommand', copyIds: ['c'] } },
      calls,
    });
  }

  it('starts with the usual command of the server, and shows the words that it means', async () => {
    renderPart(<CommandDialog copies={[copy()]} first={copy()} />, {
      view: { dialog: { kind: 'copyCommand', copyIds: ['c'] } },
      app: { presets: [{ ...preset, id: 'nginx', server: 'nginx' }] },
    });
    expect(field(command).value).toBe('nginx -s reload');
    const words = within(screen.getByRole('list', { name: t('copies.command.parsed') }));
    expect(words.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'nginx',
      '-s',
      'reload',
    ]);
  });

  it('requires a program', async () => {
    const { user, asked } = renderCommand();
    await press(user, t('copies.command.save'));
    await expectRefused(command);
    expect(asked).toEqual([]);
  });

  it('shows the program that main refuses at its field', async () => {
    const { user } = renderCommand({
      'copies:setCommand': async () => err(refused('command', 'notAProgram')),
    });
    await enter(user, command, '/bin/no');
    await press(user, t('copies.command.save'));
    await expectRefused(command);
  });

  it('shows nothing if the user declined in the native dialog', async () => {
    const { user, asked } = renderCommand({
      'copies:setCommand': async () => err({ kind: 'consent', reason: 'declined' }),
    });
    await enter(user, command, '/bin/yes');
    await press(user, t('copies.command.save'));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(useViewStore.getState().dialog.kind).toBe('copyCommand');
  });
});

describe('the form for an endpoint', () => {
  const address = t('places.form.address');

  function renderEndpoint(calls: FakeCalls = {}) {
    return renderPart(<EndpointDialog order={orderRow('a')} endpoint={null} text="" />, {
      view: { dialog: { kind: 'endpoint', orderId: 'a', endpointId: null, text: '' } },
      calls,
    });
  }

  it('refuses an invalid address', async () => {
    const { user, asked } = renderEndpoint();
    await enter(user, address, '*.a.example');
    await press(user, t('places.form.add'));
    await expectRefused(address);
    expect(asked).toEqual([]);
  });

  it('shows the field for the server name when it is refused', async () => {
    const { user } = renderEndpoint({ 'endpoints:add': async () => err(refused('serverName', 'notAHost')) });
    await enter(user, address, 'a.example');
    await press(user, t('places.form.add'));
    await expectRefused(t('places.form.serverName'));
  });

  it('says why main did not add it', async () => {
    const { user } = renderEndpoint({ 'endpoints:add': async () => err({ kind: 'unknownId' }) });
    await enter(user, address, 'a.example');
    await press(user, t('places.form.add'));
    expect((await screen.findByRole('alert')).textContent).toContain(titleOf({ kind: 'unknownId' }));
  });
});
