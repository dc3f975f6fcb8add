import { assertNever } from '#shared/assertNever.ts';
import { keychainService } from '#shared/identity.ts';

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
 * Answers keychain requests one at a time.
 * @param load called again after a failure, as a library may be installed meanwhile
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

export type KeytarRequest = { readonly id: number } & KeytarOperation;

export type KeytarOperation =
  | { readonly operation: 'get' | 'delete'; readonly account: string }
  | { readonly operation: 'set'; readonly account: string; readonly secret: string };

export type KeytarReply =
  | { readonly id: number; readonly outcome: 'done'; readonly value: string | null }
  /** The native module, or a library it needs, could not be loaded. */
  | { readonly id: number; readonly outcome: 'notLoaded' }
  /** The platform's error message, without the secret. */
  | { readonly id: number; readonly outcome: 'failed'; readonly message: string };
