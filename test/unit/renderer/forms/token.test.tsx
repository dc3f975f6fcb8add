// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TokenDialog } from '#renderer/features/settings/connections/TokenDialog.tsx';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import type { ConnectionTestReport } from '#shared/domain/connection.ts';
import type { AppError } from '#shared/errors.ts';
import { ok } from '#shared/result.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';
import { english as t } from '#test/unit/renderer/translators.ts';
import { connection, withUnconfirmedCa } from '../orderRows.ts';
import { field, press } from './formDriver.ts';

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
