import { describe, expect, it } from 'vitest';
import { caFileOf } from '#main/orders/connections/caFiles.ts';
import type { Connection } from '#main/orders/connections/connection.ts';
import { ConnectionService } from '#main/orders/connections/connectionService.ts';
import { ConnectionTokens } from '#main/orders/connections/connectionTokens.ts';
import type { PollingState } from '#shared/domain/connection.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { FakeTokenStore } from '#test/support/fakeTokenStore.ts';
import { selfSigned } from '#test/support/testCertificates.ts';

const sentinel = 'SENTINEL-token-77de';
const polling: PollingState = { kind: 'active' };
const done = { ok: true, value: null };
const unknown = { ok: false, error: { kind: 'unknownId' } };
const full = { kind: 'storage', reason: 'full', detail: 'database or disk is full' } as const;
const locked = { kind: 'keychainLocked' } as const;

function setUp(stored: readonly Connection[] = []) {
  const saved = new Map(stored.map((connection) => [connection.id, connection]));
  const database = { failure: null as AppError | null };
  const repository = {
    all: () => [...saved.values()],
    save: (connection: Connection) => {
      if (database.failure !== null) return err(database.failure);
      saved.set(connection.id, connection);
      return ok(null);
    },
    remove: (id: string) => {
      if (database.failure !== null) return err(database.failure);
      saved.delete(id);
      return ok(null);
    },
  };
  const tokens = new FakeTokenStore();
  const consent = { answer: ok(null) as Result<null> };
  let count = 0;
  const service = new ConnectionService({
    repository,
    tokens: new ConnectionTokens(tokens),
    chooseCaFile: async () => null,
    askForCa: async () => consent.answer,
    clock: { now: () => 1000, monotonic: () => 0 },
    newId: () => {
      count += 1;
      return `id-${count}`;
    },
  });
  service.setPollingState(() => polling);
  const events: string[] = [];
  service.onDidChange(({ connectionId, isSameService }) =>
    events.push(`${isSameService ? 'renamed' : 'changed'} ${connectionId}`),
  );
  service.onDidChangeToken(({ connectionId }) => events.push(`token ${connectionId}`));
  service.onDidRemove(({ connectionId }) => events.push(`removed ${connectionId}`));
  return { service, tokens, saved, database, events, consent };
}

const draft = { name: 'Prod', baseUrl: 'certs.example.com', ca: { kind: 'none' } } as const;
const pem = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';
const stored: Connection = {
  id: 'old',
  name: 'Old',
  baseUrl: 'https://old.example.com',
  ca: { fileName: 'ca.pem', pem },
  createdAt: 5,
  chosenCa: pem,
  tokenFile: null,
  consoleUrl: null,
};

describe('adding a connection', () => {
  it('stores it with its token, and shows it without', async () => {
    const { service, tokens, saved, events } = setUp();
    const view = {
      id: 'id-1',
      name: 'Prod',
      baseUrl: 'https://certs.example.com',
      ca: null,
      token: { kind: 'keychain' },
      consoleUrl: null,
      polling,
    };
    expect(await service.add(draft, `Bearer ${sentinel}`)).toEqual({ ok: true, value: view });
    expect(service.list()).toEqual([view]);
    expect(tokens.tokenOf('id-1')).toBe(sentinel);
    expect(JSON.stringify([...saved.values(), ...service.list()])).not.toContain('SENTINEL');
    expect(saved.get('id-1')).toMatchObject({ createdAt: 1000 });
    expect(events).toEqual(['changed id-1']);
  });

  it('works without a token, which can follow', async () => {
    const { service, events } = setUp();
    await service.add({ ...draft, name: '' }, null);
    expect(service.list()).toMatchObject([{ name: 'certs.example.com', token: { kind: 'absent' } }]);
    expect(await service.setToken('id-1', sentinel)).toEqual(done);
    expect(service.list()).toMatchObject([{ token: { kind: 'keychain' } }]);
    expect(events).toEqual(['changed id-1', 'token id-1']);
  });

  it.each([
    [{ ...draft, baseUrl: 'http://certs.example.com' }, sentinel, 'baseUrl', 'httpsOnly'],
    [{ ...draft, baseUrl: '' }, sentinel, 'baseUrl', 'empty'],
    [{ ...draft, name: 'old' }, sentinel, 'name', 'alreadyExists'],
    [draft, 'two words', 'token', 'notHeaderSafe'],
    [draft, '  ', 'token', 'empty'],
  ])('refuses %j with the token %j', async (wrong, token, field, reason) => {
    const { service, tokens, saved } = setUp([stored]);
    expect(await service.add(wrong, token)).toEqual({
      ok: false,
      error: { kind: 'invalidInput', field, reason },
    });
    expect(saved.size).toBe(1);
    expect(tokens.tokens.size).toBe(0);
  });

  it('refuses a CA file that was not chosen', async () => {
    const { service } = setUp();
    expect(await service.add({ ...draft, ca: { kind: 'chosen', id: 'x' } }, null)).toEqual(unknown);
  });

  it('adds nothing when the keychain cannot take the token, and can be repeated', async () => {
    const { service, tokens, saved, events } = setUp();
    tokens.failure = locked;
    expect(await service.add(draft, sentinel)).toEqual({ ok: false, error: locked });
    expect(saved.size).toBe(0);
    expect(service.list()).toEqual([]);
    expect(events).toEqual([]);
    tokens.failure = null;
    expect(await service.add(draft, sentinel)).toMatchObject({ ok: true });
  });

  it('takes the token back when the database fails', async () => {
    const { service, tokens, database } = setUp();
    database.failure = full;
    expect(await service.add(draft, sentinel)).toEqual({ ok: false, error: full });
    expect(tokens.tokens.size).toBe(0);
    expect(service.list()).toEqual([]);
  });

  it('keeps names apart when two are added at once', async () => {
    const { service, tokens } = setUp();
    const [first, second] = await Promise.all([service.add(draft, 'a'), service.add(draft, 'b')]);
    expect(first).toMatchObject({ ok: true });
    expect(second).toMatchObject({ ok: false, error: { field: 'name', reason: 'alreadyExists' } });
    expect([...tokens.tokens.keys()].map((id) => tokens.tokenOf(id))).toEqual(['a']);
  });
});

describe('editing a connection', () => {
  it('keeps id, age, CA and token', async () => {
    const { service, tokens, saved, events } = setUp([stored]);
    tokens.tokens.set('old', sentinel);
    const edit = { name: 'New', baseUrl: 'https://old.example.com/api/', ca: { kind: 'keep' } } as const;
    expect(await service.update('old', edit)).toMatchObject({
      ok: true,
      value: { id: 'old', name: 'New', ca: { fileName: 'ca.pem', certificates: 1 } },
    });
    expect(saved.get('old')).toEqual({ ...stored, name: 'New', baseUrl: 'https://old.example.com/api' });
    expect(tokens.tokenOf('old')).toBe(sentinel);
    expect(events).toEqual(['changed old']);
  });

  it('keeps the address of the console unless it is given, and refuses one that no browser should open', async () => {
    const { service, saved } = setUp([{ ...stored, consoleUrl: 'https://console.example.com/' }]);
    const edit = { name: 'Old', baseUrl: stored.baseUrl, ca: { kind: 'keep' } } as const;
    await service.update('old', edit);
    expect(saved.get('old')?.consoleUrl).toBe('https://console.example.com/');
    expect(await service.update('old', { ...edit, consoleUrl: 'http://console.example.com' })).toEqual(
      err({ kind: 'invalidInput', field: 'consoleUrl', reason: 'notHttps' }),
    );
    await service.update('old', { ...edit, consoleUrl: 'console.example.com/orders' });
    expect(saved.get('old')?.consoleUrl).toBe('https://console.example.com/orders');
    await service.update('old', { ...edit, consoleUrl: ' ' });
    expect(saved.get('old')?.consoleUrl).toBeNull();
  });

  it('tells a new name from a new service', async () => {
    const { service, events } = setUp([stored]);
    const edit = { name: 'New', baseUrl: stored.baseUrl, ca: { kind: 'keep' } } as const;
    await service.update('old', edit);
    await service.update('old', { ...edit, baseUrl: `${stored.baseUrl}/path` });
    await service.update('old', { ...edit, baseUrl: `${stored.baseUrl}/path`, ca: { kind: 'none' } });
    // Another own CA takes the token away.
    expect(events).toEqual(['renamed old', 'changed old', 'token old', 'changed old']);
  });

  it('may keep its own name, and drop its CA', async () => {
    const { service } = setUp([stored]);
    const edit = { name: 'old', baseUrl: stored.baseUrl, ca: { kind: 'none' } } as const;
    expect(await service.update('old', edit)).toMatchObject({ ok: true, value: { name: 'old', ca: null } });
  });

  it.each(['https://evil.example.com', 'https://old.example.com:8443', 'http://localhost'])(
    'drops the token when the origin becomes %s',
    async (baseUrl) => {
      const { service, tokens } = setUp([stored]);
      tokens.tokens.set('old', sentinel);
      expect(await service.update('old', { ...draft, baseUrl })).toMatchObject({
        ok: true,
        value: { token: { kind: 'absent' } },
      });
      expect(tokens.tokens.size).toBe(0);
    },
  );

  it('drops the token when its own CA becomes another one or none, and keeps it for the same certificates', async () => {
    const [one, other] = await Promise.all([selfSigned('One Root', true), selfSigned('Other Root', true)]);
    const { service, tokens } = setUp([stored]);
    const edit = { name: 'Old', baseUrl: stored.baseUrl } as const;
    const choose = async (content: string) => {
      const file = service.keepCaFile(await caFileOf(Buffer.from(content), 'ca.pem'));
      return { ...edit, ca: { kind: 'chosen', id: file.ok ? file.value.id : '' } } as const;
    };
    expect(await service.update('old', await choose(one.pem + other.pem))).toMatchObject({ ok: true });
    await service.setToken('old', sentinel);
    expect(await service.update('old', await choose(other.pem + one.pem))).toMatchObject({ ok: true });
    expect(tokens.tokenOf('old')).toBe(sentinel);
    expect(await service.update('old', await choose(other.pem))).toMatchObject({
      ok: true,
      value: { token: { kind: 'absent' } },
    });
    expect(tokens.tokens.size).toBe(0);
    await service.setToken('old', sentinel);
    await service.update('old', { ...edit, ca: { kind: 'none' } });
    expect(tokens.tokens.size).toBe(0);
  });

  it('changes nothing when the token of the former origin cannot be dropped', async () => {
    const { service, tokens, saved } = setUp([stored]);
    tokens.failure = locked;
    expect(await service.update('old', draft)).toEqual({ ok: false, error: locked });
    expect(saved.get('old')).toEqual(stored);
  });

  it('does not bring back a connection that was removed meanwhile', async () => {
    const { service, tokens, saved } = setUp([stored]);
    const deleteToken = tokens.delete.bind(tokens);
    tokens.delete = async (id) => {
      tokens.delete = deleteToken;
      expect(await service.remove(id)).toEqual(done);
      return await deleteToken(id);
    };
    expect(await service.update('old', draft)).toEqual(unknown);
    expect(saved.size).toBe(0);
  });
});

describe('what a file brought', () => {
  const fileCa = { fileName: 'other.pem', pem: pem.replace('AA==', 'AQ==') };

  function imported(change: Partial<Pick<Connection, 'name' | 'baseUrl' | 'ca'>>) {
    const consoleUrl = 'https://console.example.com/';
    const test = setUp([
      { ...stored, consoleUrl, tokenFile: { name: 'Old', baseUrl: stored.baseUrl, caPem: pem } },
    ]);
    const { name, baseUrl, ca } = stored;
    const planned = test.service.plan([{ id: 'old', name, baseUrl, ca, ...change }], []);
    planned.write();
    planned.take();
    return test;
  }

  it('confirms nothing, whatever it changes', () => {
    const { saved } = imported({ baseUrl: 'https://other.example.com', ca: fileCa });
    expect(saved.get('old')).toMatchObject({
      ca: fileCa,
      chosenCa: null,
      tokenFile: { baseUrl: stored.baseUrl, caPem: pem },
    });
  });

  it('trusts the chosen CA at no other origin until the user confirms it there', async () => {
    const { service, saved } = imported({ baseUrl: 'https://other.example.com' });
    expect(service.list()[0]?.ca?.isConfirmed).toBe(false);
    expect(await service.confirmCa('old')).toEqual(done);
    expect(saved.get('old')?.chosenCa).toBe(pem);
    expect(imported({ baseUrl: 'https://old.example.com/api' }).saved.get('old')?.chosenCa).toBe(pem);
  });

  it('is trusted at no origin that a form leads to, though the CA was chosen for the former one', async () => {
    const other = { name: 'Old', baseUrl: 'https://other.example.com', ca: { kind: 'keep' } } as const;
    const { service, saved } = imported({ ca: fileCa });
    await service.update('old', other);
    expect(saved.get('old')).toMatchObject({ ca: fileCa, chosenCa: null });
    const chosen = imported({ name: 'Old' });
    await chosen.service.update('old', other);
    expect(chosen.saved.get('old')?.chosenCa).toBe(pem);
  });

  it('takes the console of a service along under another name, and not to another service', () => {
    expect(imported({ name: 'New' }).saved.get('old')?.consoleUrl).toBe('https://console.example.com/');
    expect(imported({ baseUrl: 'https://other.example.com' }).saved.get('old')?.consoleUrl).toBeNull();
  });

  it('has a token only after the user confirmed its CA', async () => {
    const { service, tokens, saved, consent, events } = imported({ ca: fileCa });
    const isConfirmed = () => service.list()[0]?.ca?.isConfirmed;
    expect(isConfirmed()).toBe(false);
    consent.answer = err({ kind: 'consent', reason: 'declined' });
    expect(await service.setToken('old', sentinel)).toEqual(consent.answer);
    expect(tokens.tokens.size).toBe(0);
    expect(saved.get('old')?.chosenCa).toBe(pem);
    consent.answer = ok(null);
    expect(await service.setToken('old', sentinel)).toEqual(done);
    expect(tokens.tokenOf('old')).toBe(sentinel);
    expect(saved.get('old')?.chosenCa).toBe(fileCa.pem);
    expect(isConfirmed()).toBe(true);
    // Its orders are checked again with the new roots.
    expect(events.at(-2)).toBe('changed old');
  });

  it('needs no confirmation for the certificates that were chosen, in another order or without any', async () => {
    const two = [pem, fileCa.pem];
    const { service, consent } = setUp([
      { ...stored, ca: { fileName: 'ca.pem', pem: two.join('') }, chosenCa: two.toReversed().join('\n') },
      { ...stored, id: 'none', name: 'None', ca: null, chosenCa: pem },
    ]);
    consent.answer = err({ kind: 'consent', reason: 'declined' });
    for (const id of ['old', 'none']) expect(await service.confirmCa(id), id).toEqual(done);
    expect(await service.confirmCa('gone')).toEqual(unknown);
  });

  it('is not confirmed by a form that keeps it, and not again after it was dropped', async () => {
    const { service, saved } = imported({ ca: fileCa });
    const edit = { name: 'New', baseUrl: stored.baseUrl } as const;
    await service.update('old', { ...edit, ca: { kind: 'keep' } });
    expect(saved.get('old')).toMatchObject({ ca: fileCa, chosenCa: pem });
    await service.update('old', { ...edit, ca: { kind: 'none' } });
    expect(saved.get('old')).toMatchObject({ ca: null, chosenCa: null });
  });
});

describe('removing a connection', () => {
  it('removes its token too', async () => {
    const { service, tokens, saved, events } = setUp([stored]);
    tokens.tokens.set('old', sentinel);
    expect(await service.remove('old')).toEqual(done);
    expect(saved.size).toBe(0);
    expect(tokens.tokens.size).toBe(0);
    expect(service.list()).toEqual([]);
    expect(events.at(-1)).toBe('removed old');
  });

  it('says why when the database cannot be written, and stays with its token', async () => {
    const { service, tokens, database, events } = setUp([stored]);
    tokens.tokens.set('old', sentinel);
    database.failure = full;
    expect(await service.remove('old')).toEqual({ ok: false, error: full });
    expect(service.find('old')).toEqual(stored);
    expect(tokens.tokenOf('old')).toBe(sentinel);
    expect(events.filter((event) => event.startsWith('removed'))).toEqual([]);
  });

  it('waits for a locked keychain, but not for one that is not there', async () => {
    const { service, tokens, saved } = setUp([stored]);
    tokens.failure = locked;
    expect(await service.remove('old')).toEqual({ ok: false, error: locked });
    expect(saved.size).toBe(1);
    tokens.failure = { kind: 'keychainUnavailable', detail: 'gone' };
    expect(await service.remove('old')).toEqual(done);
  });
});

describe('the token of a connection', () => {
  it('is replaced and removed without touching the connection', async () => {
    const { service, tokens, saved } = setUp([stored]);
    expect(await service.setToken('old', 'first')).toEqual(done);
    expect(await service.setToken('old', ' second ')).toEqual(done);
    expect(tokens.tokenOf('old')).toBe('second');
    expect(await service.removeToken('old')).toEqual(done);
    expect(service.list()).toMatchObject([{ token: { kind: 'absent' } }]);
    expect(saved.get('old')).toEqual(stored);
  });

  it('is refused for a connection that is not there', async () => {
    const { service, tokens } = setUp();
    expect(await service.setToken('x', sentinel)).toEqual(unknown);
    expect(await service.removeToken('x')).toEqual(unknown);
    expect(await service.remove('x')).toEqual(unknown);
    expect(await service.update('x', draft)).toEqual(unknown);
    expect(tokens.tokens.size).toBe(0);
  });
});
