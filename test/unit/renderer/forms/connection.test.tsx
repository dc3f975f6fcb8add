// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SettingsPage } from '#renderer/frame/SettingsPage.tsx';
import { useSettingsStore } from '#renderer/stores/settingsStore.ts';
import { toColumns } from '#shared/domain/snapshot.ts';
import { err, ok } from '#shared/result.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';
import { english as t } from '#test/unit/renderer/translators.ts';
import { connection, withUnconfirmedCa } from '../orderRows.ts';
import { enter, expectRefused, field, press, refused, titleOf } from './formDriver.ts';

const stored = connection('c1', 'Production');
const [baseUrl, name, token] = [t('connections.baseUrl'), t('connections.name'), t('connections.token')];

function renderConnections(connectionId: string | null, calls: FakeCalls = {}, shown = stored) {
  return renderPart(<SettingsPage />, {
    settings: { section: 'connections', itemId: connectionId },
    app: { connections: connectionId === null ? [] : [shown] },
    calls,
  });
}

describe('a new connection', () => {
  it('requires an address and a token', async () => {
    const { user, asked } = renderConnections(null);
    await press(user, t('connections.addAndSave'));
    await expectRefused(baseUrl, token);
    expect(asked).toEqual([]);
  });

  it('shows the name that main refuses at its field', async () => {
    const { user } = renderConnections(null, {
      'connections:add': async () => err(refused('name', 'alreadyExists')),
    });
    await enter(user, baseUrl, 'https://certs.example.com');
    await enter(user, name, 'Production');
    await user.type(field(token), 't0ken');
    await press(user, t('connections.addAndSave'));
    await expectRefused(name);
  });

  it('clears the token after it was stored, and shows the connection', async () => {
    const { user, asked } = renderConnections(null, { 'connections:add': async () => ok(stored) });
    await enter(user, baseUrl, 'certs.example.com');
    await user.type(field(token), 't0ken');
    const input = field(token);
    await press(user, t('connections.addAndSave'));
    await waitFor(() => expect(input.value).toBe(''));
    const sent = { name: 'certs.example.com', baseUrl: 'https://certs.example.com', ca: { kind: 'none' } };
    expect(asked).toEqual([['connections:add', { ...sent, token: 't0ken' }]]);
  });

  it('asks before typed values are dropped', async () => {
    const { user } = renderConnections(null);
    await user.type(field(token), 't');
    await user.keyboard('{Escape}');
    await press(user, t('common.unsaved.drop'));
    expect(useSettingsStore.getState().place).toBeNull();
  });
});

describe('a stored connection', () => {
  it('saves only what was changed, and can discard it', async () => {
    const { user } = renderConnections('c1');
    const save = screen.getByRole<HTMLButtonElement>('button', { name: t('connections.save') });
    expect(save.disabled).toBe(true);
    await enter(user, name, 'Staging');
    expect(save.disabled).toBe(false);
    await press(user, t('connections.discard'));
    expect(field(name).value).toBe('Production');
    expect(save.disabled).toBe(true);
  });

  it('refuses an address without TLS', async () => {
    const { user, asked } = renderConnections('c1');
    await enter(user, baseUrl, 'http://certs.example.com');
    await press(user, t('connections.save'));
    await expectRefused(baseUrl);
    expect(asked).toEqual([]);
  });

  it('says why main did not store it', async () => {
    const { user } = renderConnections('c1', {
      'connections:update': async () => err({ kind: 'unknownId' }),
    });
    await enter(user, name, 'Staging');
    await press(user, t('connections.save'));
    expect((await screen.findByRole('alert')).textContent).toContain(titleOf({ kind: 'unknownId' }));
  });

  it('without a token and without orders waits for the token, and does not say that orders are checked', () => {
    renderConnections('c1', {}, { ...stored, token: { kind: 'absent' } });
    expect(screen.getAllByText(t('connections.polling.waitingForToken'))).not.toEqual([]);
    expect(screen.queryByText(t('connections.polling.active'))).toBeNull();
  });

  it('says that a configuration file brought its CA, with a button that asks about it', async () => {
    const failure = { kind: 'busy' } as const;
    const answers = [err({ kind: 'consent', reason: 'declined' } as const), err(failure)];
    const { user, asked } = renderConnections(
      'c1',
      { 'connections:confirmCa': async () => answers.shift() ?? ok(null) },
      withUnconfirmedCa('c1', 'Production'),
    );
    screen.getByText(t('connections.ca.unconfirmed'));
    screen.getByText(t('connections.ca.unconfirmedText', { fileName: 'team.pem' }));
    await press(user, t('connections.ca.confirm'));
    expect(screen.queryByRole('alert')).toBeNull();
    await press(user, t('connections.ca.confirm'));
    expect((await screen.findByRole('alert')).textContent).toContain(titleOf(failure));
    expect(asked).toEqual([
      ['connections:confirmCa', 'c1'],
      ['connections:confirmCa', 'c1'],
    ]);
  });

  it('says nothing of a CA that was confirmed', () => {
    const { ca } = withUnconfirmedCa('c1', 'Production');
    renderConnections('c1', {}, { ...stored, ca: ca && { ...ca, isConfirmed: true } });
    expect(screen.getByText('team.pem')).toBeDefined();
    expect(screen.queryByText(t('connections.ca.unconfirmed'))).toBeNull();
  });

  it('is tested with one of its orders, and asks for no rid then', async () => {
    const { user, asked } = renderPart(<SettingsPage />, {
      settings: { section: 'connections', itemId: 'c1' },
      app: { connections: [stored], orders: toColumns([orderWithDays('shop', 50, Date.now())]) },
      calls: { 'connections:test': async () => ({ steps: [], error: null, found: null }) },
    });
    expect(screen.queryByLabelText(t('connections.test.rid'))).toBeNull();
    await press(user, t('connections.test.run'));
    expect(asked).toEqual([['connections:test', expect.objectContaining({ id: 'c1', rid: 'rid-shop' })]]);
  });

  it('requires a rid for a test', async () => {
    const { user } = renderConnections('c1');
    await press(user, t('connections.test.run'));
    await expectRefused(t('connections.test.rid'));
  });
});
