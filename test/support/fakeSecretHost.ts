import type { SecretProcess, SecretProcessHost } from '#main/credentials/secrets/keytarClient.ts';
import type { KeytarReply, KeytarRequest } from '#main/credentials/secrets/keytarServer.ts';

/** A fake of the keychain's process: entries in memory, which survive the app like those of a keychain. */
export class FakeSecretHost implements SecretProcessHost {
  readonly entries = new Map<string, string>();
  /** Running processes. */
  running = 0;
  /** Whether the native module can be loaded. */
  isLoadable = true;
  /** The platform's error for every request, or `null`. */
  refusal: string | null = null;

  spawn(): SecretProcess {
    this.running += 1;
    let listener: (message: unknown) => void = () => undefined;
    let onExit: () => void = () => undefined;
    let isRunning = true;
    return {
      postMessage: (message) => {
        const reply = this.#answer(structuredClone(message) as KeytarRequest);
        setImmediate(() => {
          if (isRunning) listener(reply);
        });
      },
      onMessage: (given) => {
        listener = given;
      },
      onExit: (given) => {
        onExit = given;
      },
      kill: () => {
        if (!isRunning) return;
        isRunning = false;
        this.running -= 1;
        setImmediate(() => onExit());
      },
    };
  }

  #answer(request: KeytarRequest): KeytarReply {
    const { id, account } = request;
    if (!this.isLoadable) return { id, outcome: 'notLoaded' };
    if (this.refusal !== null) return { id, outcome: 'failed', message: this.refusal };
    const value = request.operation === 'get' ? (this.entries.get(account) ?? null) : null;
    if (request.operation === 'set') this.entries.set(account, request.secret);
    if (request.operation === 'delete') this.entries.delete(account);
    return { id, outcome: 'done', value };
  }
}
