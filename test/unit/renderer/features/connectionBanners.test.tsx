// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ConnectionBanners } from '#renderer/frame/ConnectionBanners.tsx';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { type AppSnapshot, toColumns } from '#shared/domain/snapshot.ts';
import type { AppError } from '#shared/errors.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { renderPart } from '#test/support/renderPart.tsx';
import { connection, withUnconfirmedCa } from '#test/unit/renderer/orderRows.ts';
import { english } from '#test/unit/renderer/translators.ts';

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
