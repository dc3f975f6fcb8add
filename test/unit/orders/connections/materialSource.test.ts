import { describe, expect, it } from 'vitest';
import type { Connection } from '#main/orders/connections/connection.ts';
import type { ConnectionChange } from '#main/orders/connections/connectionService.ts';
import { ConnectionTokens } from '#main/orders/connections/connectionTokens.ts';
import { ConnectionMaterialSource } from '#main/orders/connections/materialSource.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { FetchOutcome } from '#main/x509/material.ts';
import { FakeTokenStore } from '#test/support/fakeTokenStore.ts';

const connection: Connection = {
  id: 'a',
  name: 'A',
  baseUrl: 'https://a.example',
  ca: null,
  createdAt: 0,
  chosenCa: null,
  tokenFile: null,
  consoleUrl: null,
};
const outcome: FetchOutcome = {
  material: { ok: false, error: { kind: 'unknownRid' } },
  serviceNotAfter: '2030-01-01 00:00:00',
};
const failed = (error: object) => ({ material: { ok: false, error }, serviceNotAfter: null });

function setUp() {
  const connections = new Map([['a', connection]]);
  const changed = new Emitter<ConnectionChange>('materialSource.changed');
  const removed = new Emitter<{ readonly connectionId: string }>('materialSource.removed');
  const tokens = new FakeTokenStore();
  tokens.tokens.set('a', 'token-a');
  const log: string[] = [];
  const source = new ConnectionMaterialSource(
    { find: (id) => connections.get(id) ?? null, onDidChange: changed.event, onDidRemove: removed.event },
    new ConnectionTokens(tokens),
    ({ baseUrl, extraCaPem }) => {
      log.push(`open ${baseUrl} ${extraCaPem}`);
      return {
        latest: async (rid, token) => {
          log.push(`ask ${baseUrl} ${rid} ${token}`);
          return outcome;
        },
        poll: async (rid, token, { known }) => {
          log.push(`poll ${baseUrl} ${rid} ${token} ${known}`);
          return { sameAs: known ?? '' };
        },
        dispose: async () => {
          log.push(`close ${baseUrl}`);
        },
      };
    },
  );
  const change = (next: Connection) => {
    connections.set('a', next);
    changed.fire({ connectionId: 'a', isSameService: false });
  };
  const remove = () => {
    connections.delete('a');
    removed.fire({ connectionId: 'a' });
  };
  const ask = (signal = new AbortController().signal) =>
    source.latest({ connectionId: 'a', rid: 'r1' }, { withKey: false, signal });
  return { source, tokens, log, ask, change, remove };
}

describe('ConnectionMaterialSource', () => {
  it('opens one client per connection when it is first needed', async () => {
    const { log, ask } = setUp();
    expect(log).toEqual([]);
    expect(await ask()).toBe(outcome);
    await ask();
    expect(log).toEqual([
      'open https://a.example null',
      'ask https://a.example r1 token-a',
      'ask https://a.example r1 token-a',
    ]);
  });

  it('passes a poll on with what is known, or says why nothing was sent', async () => {
    const { source, log, remove } = setUp();
    const poll = () =>
      source.poll(
        { connectionId: 'a', rid: 'r1' },
        { known: 'digest', signal: new AbortController().signal },
      );
    expect(await poll()).toEqual({ sameAs: 'digest' });
    expect(log.at(-1)).toBe('poll https://a.example r1 token-a digest');
    remove();
    expect(await poll()).toEqual({ ...failed({ kind: 'unknownId' }), bodyDigest: null });
  });

  it('uses the current token', async () => {
    const { tokens, log, ask } = setUp();
    await ask();
    await tokens.set('a', 'token-b');
    await ask();
    expect(log.at(-1)).toBe('ask https://a.example r1 token-b');
  });

  it('sends nothing without a token or a connection', async () => {
    const { tokens, log, ask, remove } = setUp();
    tokens.failure = { kind: 'keychainLocked' };
    expect(await ask()).toEqual(failed({ kind: 'keychainLocked' }));
    tokens.failure = null;
    tokens.tokens.clear();
    expect(await ask()).toEqual(failed({ kind: 'tokenMissing' }));
    remove();
    expect(await ask()).toEqual(failed({ kind: 'unknownId' }));
    expect(log).toEqual([]);
  });

  it('sends no token to an address that the connection got while the keychain was asked', async () => {
    const { log, ask, change } = setUp();
    const asking = ask();
    change({ ...connection, baseUrl: 'https://b.example' });
    expect(await asking).toEqual(failed({ kind: 'cancelled' }));
    expect(log).toEqual([]);
  });

  it('sends nothing for a cancelled caller', async () => {
    const { log, ask } = setUp();
    expect(await ask(AbortSignal.abort())).toEqual(failed({ kind: 'cancelled' }));
    expect(log).toEqual([]);
  });

  it('closes the client when address or CA change, and only then', async () => {
    const { tokens, log, ask, change } = setUp();
    await ask();
    change({ ...connection, name: 'B' });
    expect(log).not.toContain('close https://a.example');
    change({ ...connection, ca: { fileName: 'ca.pem', pem: 'PEM' } });
    // Of the former CA.
    expect(await ask()).toEqual(failed({ kind: 'tokenMissing' }));
    tokens.tokens.set('a', 'token-b');
    await ask();
    expect(log.slice(2)).toEqual([
      'close https://a.example',
      'open https://a.example PEM',
      'ask https://a.example r1 token-b',
    ]);
  });

  it('closes the client of a removed connection, and all of them at the end', async () => {
    const { source, log, ask, remove } = setUp();
    await ask();
    remove();
    expect(log.at(-1)).toBe('close https://a.example');

    const second = setUp();
    await second.ask();
    await second.source.dispose();
    expect(second.log.at(-1)).toBe('close https://a.example');
    await source.dispose();
  });
});
