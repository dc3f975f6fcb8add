import { assertNever } from '#shared/assertNever.ts';
import { type KeytarReply, type KeytarRequest, keychainService } from './keytarProtocol.ts';

/** The used part of the `keytar` package. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** Electron's `process.parentPort`. */
export interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

/**
 * Answers keychain requests one at a time, in order.
 * @param load loads the native module; called again after a failure, as a library may be installed meanwhile
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
    // Only main can send messages to this port, so they are not validated.
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

/** The platform's message, unless it contains the secret. */
function describe(error: unknown, request: KeytarRequest): string {
  const message = error instanceof Error ? error.message : String(error);
  return request.operation === 'set' && message.includes(request.secret) ? '' : message;
}
