// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TokenDialog } from '#renderer/features/settings/connections/TokenDialog.tsx';
import { ConnectionBanners } from '#renderer/frame/ConnectionBanners.tsx';
import { SettingsPage } from '#renderer/frame/SettingsPage.tsx';
import { useSettingsStore } from '#renderer/stores/settingsStore.ts';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import type { ConnectionTestReport, ConnectionView } from '#shared/domain/connection.ts';
import { type AppSnapshot, toColumns } from '#shared/domain/snapshot.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok } from '#shared/result.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';
import { connection, withUnconfirmedCa } from '../orderRows.ts';
import { english, english as t } from '../translators.ts';
import { enter, expectRefused, field, press, refused, titleOf } from './formDriver.ts';

describe('connections in the settings', () => {
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
});

describe('the token of a connection', () => {
  const rejected: AppError = { kind: 'unauthorized', status: 401 };

  const report = (token: 'passed' | 'failed' | 'notReached', error: AppError | null = null) =>
    ({ steps: [{ step: 'token', outcome: token }], error, found: null }) satisfies ConnectionTestReport;

  function renderDialog(
    answer: ConnectionTestReport,
    calls: FakeCalls = {},
    shown = connection('c1', 'Certs'),
  ) {
    const part = renderPart(<TokenDialog />, {
      app: { connections: [shown] },
      calls: {
        'connections:test': async () => answer,
        'connections:setToken': async () => ok(null),
        ...calls,
      },
      view: { dialog: { kind: 'token', connectionId: 'c1' } },
    });
    const enter = async (token: string) => {
      await part.user.type(field(t('connections.tokenState.newToken')), token);
      await press(part.user, t('connections.tokenState.saveToken'));
    };
    const names = () => part.asked.map(([name]) => name);
    return { ...part, enter, names };
  }

  const isClosed = () => useViewStore.getState().dialog.kind === 'none';
  const toast = () => useToastStore.getState().toasts.at(-1)?.title;

  describe('the dialog for a token', () => {
    it('stores a token that works, and says so', async () => {
      const { enter, asked } = renderDialog(report('passed'));
      await enter(' s3cret ');
      await waitFor(() => expect(isClosed()).toBe(true));
      expect(asked.at(-1)).toEqual(['connections:setToken', { id: 'c1', token: 's3cret' }]);
      expect(toast()).toBe(t('connections.replace.works'));
    });

    it('does not store a rejected token, unless the user insists', async () => {
      const { enter, names, user } = renderDialog(report('failed', rejected));
      await enter('wrong');
      const input = field(t('connections.tokenState.newToken'));
      await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
      expect(document.activeElement).toBe(input);
      expect(names()).toEqual(['connections:test']);
      await press(user, t('firstStart.saveAnyway'));
      await waitFor(() => expect(isClosed()).toBe(true));
      expect(names()).toEqual(['connections:test', 'connections:setToken']);
      expect(toast()).toBe(t('connections.replace.saved'));
    });

    it('tests another token again', async () => {
      const answers = [report('failed', rejected), report('passed')];
      const { enter, names, user } = renderDialog(report('passed'), {
        'connections:test': async () => answers.shift() ?? report('passed'),
      });
      await enter('wrong');
      await screen.findByRole('button', { name: t('firstStart.saveAnyway') });
      await user.clear(field(t('connections.tokenState.newToken')));
      await enter('right');
      await waitFor(() => expect(toast()).toBe(t('connections.replace.works')));
      expect(names()).toEqual(['connections:test', 'connections:test', 'connections:setToken']);
    });

    it('stores a token while the service cannot be reached, and says that it was not tested', async () => {
      const { enter, names } = renderDialog(report('notReached', { kind: 'offline' }));
      await enter('s3cret');
      await waitFor(() => expect(toast()).toBe(t('connections.replace.saved')));
      expect(names()).toEqual(['connections:test', 'connections:setToken']);
    });

    it('says to which origin the token is sent, without the path', () => {
      const baseUrl = 'https://certs.example.com:8443/open/api';
      renderDialog(report('passed'), {}, { ...connection('c1', 'Certs'), baseUrl });
      screen.getByText(t('connections.replace.sentTo', { origin: 'https://certs.example.com:8443' }));
    });

    it('says that the CA is not confirmed, and does not ask a second time when the user refuses it', async () => {
      const declined = { kind: 'consent', reason: 'declined' } as const;
      const imported = withUnconfirmedCa('c1', 'Certs');
      const { enter, names } = renderDialog(report('notReached', declined), {}, imported);
      screen.getByText(t('connections.ca.unconfirmed'));
      await enter('s3cret');
      const save = screen.getByRole('button', { name: t('connections.tokenState.saveToken') });
      await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
      expect({ calls: names(), isClosed: isClosed() }).toEqual({
        calls: ['connections:test'],
        isClosed: false,
      });
    });

    it('closes with its connection', async () => {
      const { rerender } = renderDialog(report('passed'));
      useViewStore.setState({ dialog: { kind: 'token', connectionId: 'gone' } });
      rerender(<TokenDialog />);
      await waitFor(() => expect(isClosed()).toBe(true));
    });
  });
});

describe('the banners of connections', () => {
  const refused: AppError = { kind: 'network', reason: 'refused', code: 'ECONNREFUSED' };

  const withoutToken = (id: string, name: string): ConnectionView => ({
    ...connection(id, name),
    token: { kind: 'absent' },
  });
  const rejected = (id: string, name: string) =>
    connection(id, name, { kind: 'rejected', since: 0, status: 401 });
  const notAnswering = (id: string, name: string, retryInMs: number) =>
    connection(id, name, { kind: 'probing', since: 0, error: refused, retryAt: Date.now() + retryInMs });

  const show = (connections: readonly ConnectionView[], app: Partial<AppSnapshot> = {}) =>
    renderPart(<ConnectionBanners />, {
      app: { connections, ...app },
      calls: { 'orders:sync': async () => null },
    });
  const banners = () => [...screen.queryAllByRole('alert'), ...screen.queryAllByRole('status')];

  describe('connections with a problem', () => {
    it('show nothing while all are polled', () => {
      show([connection('a', 'Production')]);
      expect(banners()).toEqual([]);
    });

    it('have one banner for each kind of problem, with all names', () => {
      show([
        withoutToken('a', 'Production'),
        withoutToken('b', 'Staging'),
        rejected('c', 'Old account'),
        withoutToken('d', 'Lab'),
      ]);
      expect(banners()).toHaveLength(2);
      screen.getByText(english('connections.banner.manyWithoutToken', { count: 3 }));
      screen.getByText('Production, Staging, and Lab');
      screen.getByText(english('connections.banner.rejected', { connection: 'Old account', status: 401 }));
    });

    it('say that a CA has to be confirmed before a token is used', () => {
      show([withoutToken('a', 'Production'), withUnconfirmedCa('b', 'Staging')]);
      screen.getByText(english('connections.banner.unconfirmedCa'));
    });

    it('say nothing of a CA while none is unconfirmed', () => {
      show([withoutToken('a', 'Production')]);
      expect(screen.queryByText(english('connections.banner.unconfirmedCa'))).toBeNull();
    });

    it('lead to the token of the first', async () => {
      const { user } = show([connection('a', 'Production'), withoutToken('b', 'Staging')]);
      await user.click(screen.getByRole('button', { name: english('connections.banner.enterToken') }));
      expect(useViewStore.getState().dialog).toEqual({ kind: 'token', connectionId: 'b' });
    });

    it('have no banner for their tokens while the keychain cannot be used', () => {
      show([withoutToken('a', 'Production')], {
        keychain: { state: { kind: 'locked' }, memoryConsent: false },
      });
      expect(banners()).toEqual([]);
    });
  });

  describe('a service that does not answer', () => {
    it('has the time of the next try', () => {
      show([notAnswering('a', 'Production', 40_000)]);
      // Until it is shown, seconds can pass on a busy machine.
      screen.getByText(/^Next try in [1-4]\d s\.$/u);
    });

    it('is tried now, with the orders of its connection only', async () => {
      const orders = [
        orderWithDays('x', 60, Date.now(), { source: { kind: 'pull', connectionId: 'a', rid: 'x' } }),
        orderWithDays('y', 60, Date.now(), { source: { kind: 'pull', connectionId: 'b', rid: 'y' } }),
      ];
      const { user, asked } = show([notAnswering('a', 'Production', 40_000), connection('b', 'Staging')], {
        orders: toColumns(orders),
      });
      await user.click(screen.getByRole('button', { name: english('connections.banner.tryNow') }));
      await waitFor(() => expect(asked).toEqual([['orders:sync', ['x']]]));
    });

    it('has no banner while the computer is offline', () => {
      show([notAnswering('a', 'Production', 40_000)], { online: false });
      expect(banners()).toEqual([]);
    });
  });
});
