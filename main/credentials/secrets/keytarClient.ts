import type { Disposable } from '#main/platform/disposable.ts';
import { SerialQueue } from '#main/platform/serialQueue.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { KeychainError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { keychainErrorOf, unavailable } from './keychainErrors.ts';
import type { KeytarOperation, KeytarReply, KeytarRequest } from './keytarServer.ts';

/** The process is rarely needed after the start, so it ends when idle and frees 20 MB or more. */
const IDLE_MS = 10_000;

type Answer = Result<string | null, KeychainError>;

/** Client of the keychain process: one call at a time. A timeout kills the process, and the next call starts another. */
export class KeytarClient implements Disposable {
  readonly #host: SecretProcessHost;
  readonly #scheduler: Scheduler;
  readonly #notLoadedDetail: string;
  #process: SecretProcess | null = null;
  #settle: ((reply: KeytarReply | null) => void) | null = null;
  #idle: Disposable | null = null;
  readonly #turns = new SerialQueue();
  #nextId = 1;
  #disposed = false;

  /** @param notLoadedDetail detail of the error if the native module cannot be loaded, such as the missing library */
  constructor(host: SecretProcessHost, scheduler: Scheduler, notLoadedDetail: string) {
    this.#host = host;
    this.#scheduler = scheduler;
    this.#notLoadedDetail = notLoadedDetail;
  }

  /**
   * Runs an operation after the earlier ones, with its own timeout.
   * @param signal ends it as its timeout does
   * @returns the secret for `get`, otherwise `null`
   */
  call(operation: KeytarOperation, limitMs: number, signal?: AbortSignal): Promise<Answer> {
    return this.#turns.run(async () => {
      const isFresh = this.#process === null;
      const answer = await this.#perform(operation, limitMs, signal);
      if (answer.ok || answer.error.kind !== 'keychainUnavailable') return answer;
      // A process keeps its connection to a Secret Service that may have been restarted meanwhile.
      this.#end();
      return isFresh || this.#disposed ? answer : await this.#perform(operation, limitMs, signal);
    });
  }

  /** Ends the process; pending calls fail. */
  dispose(): void {
    this.#disposed = true;
    this.#end();
    this.#settle?.(null);
  }

  async #perform(operation: KeytarOperation, limitMs: number, signal?: AbortSignal): Promise<Answer> {
    if (this.#disposed) return err(unavailable('closed'));
    if (signal?.aborted) return err({ kind: 'keychainTimedOut' });
    this.#idle?.dispose();
    let timedOut = false;
    const giveUp = () => {
      timedOut = true;
      this.#end();
      this.#settle?.(null);
    };
    const limit = this.#scheduler.after(limitMs, giveUp);
    signal?.addEventListener('abort', giveUp);
    const reply = await this.#ask({ ...operation, id: this.#nextId++ });
    signal?.removeEventListener('abort', giveUp);
    limit.dispose();
    if (this.#process !== null) this.#idle = this.#scheduler.after(IDLE_MS, () => this.#end());
    return timedOut ? err({ kind: 'keychainTimedOut' }) : this.#answerOf(reply);
  }

  #ask(request: KeytarRequest): Promise<KeytarReply | null> {
    return new Promise((resolve) => {
      this.#settle = (reply) => {
        if (reply !== null && reply.id !== request.id) return;
        this.#settle = null;
        resolve(reply);
      };
      try {
        this.#process ??= this.#start();
        this.#process.postMessage(request);
      } catch {
        this.#end();
        this.#settle(null);
      }
    });
  }

  #start(): SecretProcess {
    const process = this.#host.spawn();
    // The process runs only our code, so its messages are not validated.
    process.onMessage((message) => this.#settle?.(message as KeytarReply));
    process.onExit(() => {
      if (this.#process !== process) return;
      this.#process = null;
      this.#settle?.(null);
    });
    return process;
  }

  #end(): void {
    this.#idle?.dispose();
    const process = this.#process;
    this.#process = null;
    process?.kill();
  }

  #answerOf(reply: KeytarReply | null): Answer {
    if (reply === null) return err(unavailable('the keychain process ended'));
    switch (reply.outcome) {
      case 'done':
        return ok(reply.value);
      case 'notLoaded':
        return err(unavailable(this.#notLoadedDetail));
      case 'failed':
        return err(keychainErrorOf(reply.message));
      default:
        return assertNever(reply);
    }
  }
}

/** Port: starts the keychain process (`keytarProcess.ts`). Implemented by Electron's `utilityProcess.fork`. */
export interface SecretProcessHost {
  /** Returns the process at once. A failed start is reported as its exit, or throws. */
  spawn(): SecretProcess;
}

/** A separate process for the keychain, because a keychain call can hang forever. */
export interface SecretProcess {
  /** Sends plain data; queued until the process has started. */
  postMessage(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: () => void): void;
  /** Kills the process, even during a call. */
  kill(): void;
}
