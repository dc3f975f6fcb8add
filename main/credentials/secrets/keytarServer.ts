import { assertNever } from '#shared/assertNever.ts';
import { type KeytarReply, type KeytarRequest, keychainService } from './keytarProtocol.ts';

/** The part of the `keytar` package that is used. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** The line to main: Electron's `process.parentPort`. */
export interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

/**
 * Answers keychain requests from main, one at a time and in order.
 * @param load gives the native module; it is asked again after a failure, since a library may be installed meanwhile
 */
export function serveKeytar(port: ParentPort, load: () => Keytar): void {
  let loaded: Keytar | null = null;
  let last: Promise<void> = Promise.resolve();

  const answer = async (request: KeytarRequest): Promise<KeytarReply> => {
    const { id } = request;
    try {
      loaded ??= load();
    } catch {
      return { id, outcome: 'notLoaded' };
    }
    try {
      return { id, outcome: 'done', value: await perform(loaded, request) };
    } catch (error) {
      return { id, outcome: 'failed', message: describe(error, request) };
    }
  };

  port.on('message', ({ data }) => {
    // Main alone holds the other end of this port, so its messages are taken as they are typed.
    const request = data as KeytarRequest;
    last = last.then(async () => port.postMessage(await answer(request)));
  });
}

async function perform(keytar: Keytar, request: KeytarRequest): Promise<string | null> {
  switch (request.operation) {
    case 'get':
      return await keytar.getPassword(keychainService, request.account);
    case 'set':
      await keytar.setPassword(keychainService, request.account, request.secret);
      return null;
    case 'delete':
      await keytar.deletePassword(keychainService, request.account);
      return null;
    default:
      return assertNever(request);
  }
}

/** The platform's message, unless it repeats the secret that it was given. */
function describe(error: unknown, request: KeytarRequest): string {
  const message = error instanceof Error ? error.message : String(error);
  return request.operation === 'set' && message.includes(request.secret) ? '' : message;
}
