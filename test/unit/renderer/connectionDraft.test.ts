import { describe, expect, it } from 'vitest';
import {
  type ConnectionDraft,
  checkDraft,
  checkNewDraft,
  draftOf,
  hostOf,
  movesTo,
} from '#renderer/features/settings/connections/connectionDraft.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';

const connection: ConnectionView = {
  id: 'c1',
  name: 'Production',
  baseUrl: 'https://certs.example.com',
  ca: { fileName: 'root.pem', certificates: 2, isConfirmed: true },
  consoleUrl: null,
  token: { kind: 'keychain' },
  polling: { kind: 'active' },
};
const chosen = { kind: 'chosen', file: { id: 'f1', fileName: 'new.pem', certificates: 1 } } as const;

function draft(change: Partial<ConnectionDraft>): ConnectionDraft {
  const typed = { name: 'Production', baseUrl: 'https://certs.example.com', consoleUrl: null };
  return { ...typed, ca: { kind: 'none' }, ...change };
}

describe('checkDraft', () => {
  it('normalises the base URL and trims the name', () => {
    expect(checkDraft(draft({ name: '  A  ', baseUrl: ' certs.example.com:8443/api/ ' }))).toEqual({
      ok: true,
      value: {
        name: 'A',
        baseUrl: 'https://certs.example.com:8443/api',
        ca: { kind: 'none' },
      },
    });
  });

  it('names a connection after its host when no name was given', () => {
    const checked = checkDraft(draft({ name: ' ', baseUrl: 'http://localhost:8080/x' }));
    expect(checked.ok && checked.value.name).toBe('localhost:8080');
  });

  it('says which field is wrong and why', () => {
    expect(checkDraft(draft({ baseUrl: 'http://certs.example.com' }))).toEqual({
      ok: false,
      error: { baseUrl: { kind: 'invalidInput', field: 'baseUrl', reason: 'httpsOnly' } },
    });
    expect(checkDraft(draft({ baseUrl: '' }))).toMatchObject({ error: { baseUrl: { reason: 'empty' } } });
  });

  it('takes the address of a console by https alone, or none', () => {
    const checked = checkDraft(draft({ consoleUrl: ' console.example.com/#/orders ' }));
    expect(checked.ok && checked.value.consoleUrl).toBe('https://console.example.com/#/orders');
    expect(checkDraft(draft({ consoleUrl: 'http://console.example.com' }))).toMatchObject({
      error: { consoleUrl: { reason: 'notHttps' } },
    });
  });

  it('sends the id of a chosen CA file, or that the file is kept or not used', () => {
    const caOf = (ca: ConnectionDraft['ca']) => {
      const checked = checkDraft(draft({ ca }));
      return checked.ok ? checked.value.ca : null;
    };
    expect(caOf(chosen)).toEqual({ kind: 'chosen', id: 'f1' });
    expect(caOf({ kind: 'keep', file: { fileName: 'root.pem', certificates: 2 } })).toEqual({ kind: 'keep' });
    expect(caOf({ kind: 'none' })).toEqual({ kind: 'none' });
  });
});

describe('draftOf', () => {
  it('is the same once the CA file is confirmed: nothing was typed', () => {
    const ca = { fileName: 'root.pem', certificates: 2 };
    const [before, after] = [false, true].map((isConfirmed) =>
      draftOf({ ...connection, ca: { ...ca, isConfirmed } }),
    );
    expect(before).toEqual(after);
  });
});

describe('checkNewDraft', () => {
  it('requires a token, and reports that with other problems', () => {
    const missing = { kind: 'invalidInput', field: 'token', reason: 'empty' };
    expect(checkNewDraft({ ...draft({}), hasToken: true }).ok).toBe(true);
    expect(checkNewDraft({ ...draft({}), hasToken: false })).toEqual({
      ok: false,
      error: { token: missing },
    });
    expect(checkNewDraft({ ...draft({ baseUrl: '' }), hasToken: false })).toMatchObject({
      error: { token: missing, baseUrl: { reason: 'empty' } },
    });
  });
});

describe('hostOf', () => {
  it('returns the host with its port, and invalid addresses unchanged', () => {
    expect(hostOf('https://certs.example.com:8443/api')).toBe('certs.example.com:8443');
    expect(hostOf('certs')).toBe('certs');
  });
});

describe('movesTo', () => {
  const draftFor = (baseUrl: string) => ({ ...draftOf(connection), baseUrl });

  it('returns the host of a different origin', () => {
    expect(movesTo(draftFor('https://other.example.com:8443/api'), connection)).toEqual({
      host: 'other.example.com:8443',
      changed: 'address',
    });
  });

  it('returns the same host if another CA file is chosen or the own one dropped', () => {
    const [own, none] = [draftOf(connection), draftOf({ ...connection, ca: null })];
    const move = { host: 'certs.example.com', changed: 'ca' };
    expect(movesTo({ ...own, ca: chosen }, connection)).toEqual(move);
    expect(movesTo({ ...own, ca: { kind: 'none' } }, connection)).toEqual(move);
    expect(movesTo({ ...none, ca: chosen }, { ...connection, ca: null })).toEqual(move);
    expect(movesTo(none, { ...connection, ca: null })).toBeNull();
  });

  it('is null for the same origin with any path, and without an address', () => {
    expect(movesTo(draftFor(connection.baseUrl), connection)).toBeNull();
    expect(movesTo(draftFor(`${new URL(connection.baseUrl).origin}/another/path`), connection)).toBeNull();
    expect(movesTo(draftFor('https://'), connection)).toBeNull();
  });
});
