import { describe, expect, it } from 'vitest';
import { type Keytar, type ParentPort, serveKeytar } from '#main/credentials/secrets/keytarServer.ts';

const sentinel = 'SENTINEL-token-5f2c';

/** Serves one fake keytar; returns the answers so far. */
function serve(keytar: Partial<Keytar>, load?: () => Keytar) {
  const replies: unknown[] = [];
  let listener: (message: { readonly data: unknown }) => void = () => undefined;
  const port: ParentPort = {
    on: (_event, added) => {
      listener = added;
    },
    postMessage: (message) => replies.push(message),
  };
  serveKeytar(port, load ?? (() => keytar as Keytar));
  const send = async (data: object) => {
    listener({ data });
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { send, replies };
}

describe('serveKeytar', () => {
  it('keeps all entries under the service NotAfter', async () => {
    const asked: unknown[] = [];
    const note =
      (result: unknown) =>
      (...args: string[]) => {
        asked.push(args);
        return Promise.resolve(result as never);
      };
    const { send, replies } = serve({
      getPassword: note('found'),
      setPassword: note(undefined),
      deletePassword: note(true),
    });
    await send({ id: 1, operation: 'get', account: 'token:a' });
    await send({ id: 2, operation: 'set', account: 'token:a', secret: 's' });
    await send({ id: 3, operation: 'delete', account: 'token:a' });
    expect(asked).toEqual([
      ['NotAfter', 'token:a'],
      ['NotAfter', 'token:a', 's'],
      ['NotAfter', 'token:a'],
    ]);
    expect(replies).toEqual([
      { id: 1, outcome: 'done', value: 'found' },
      { id: 2, outcome: 'done', value: null },
      { id: 3, outcome: 'done', value: null },
    ]);
  });

  it('waits for one call before it makes the next', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const accounts: string[] = [];
    const { send, replies } = serve({
      getPassword: (_service, account) => {
        accounts.push(account);
        return account === 'slow' ? promise : Promise.resolve('fast');
      },
    });
    await send({ id: 1, operation: 'get', account: 'slow' });
    await send({ id: 2, operation: 'get', account: 'fast' });
    expect(accounts).toEqual(['slow']);
    resolve('slow');
    await promise;
    await send({ id: 3, operation: 'get', account: 'fast' });
    expect(replies).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it('reports a failed load, and loads again at the next request', async () => {
    let loads = 0;
    const { send, replies } = serve({}, () => {
      loads += 1;
      if (loads === 1) throw new Error('libsecret-1.so.0: cannot open shared object file');
      return { getPassword: () => Promise.resolve('found') } as unknown as Keytar;
    });
    await send({ id: 1, operation: 'get', account: 'a' });
    await send({ id: 2, operation: 'get', account: 'a' });
    await send({ id: 3, operation: 'get', account: 'a' });
    expect(replies).toEqual([
      { id: 1, outcome: 'notLoaded' },
      { id: 2, outcome: 'done', value: 'found' },
      { id: 3, outcome: 'done', value: 'found' },
    ]);
    expect(loads).toBe(2);
  });

  it('passes the message of the platform on, but never the secret', async () => {
    const { send, replies } = serve({
      getPassword: () => Promise.reject(new Error('it is broken')),
      setPassword: () => Promise.reject(new Error(`cannot store "${sentinel}"`)),
    });
    await send({ id: 1, operation: 'get', account: 'a' });
    await send({ id: 2, operation: 'set', account: 'a', secret: sentinel });
    expect(replies).toEqual([
      { id: 1, outcome: 'failed', message: 'it is broken' },
      { id: 2, outcome: 'failed', message: '' },
    ]);
  });
});
