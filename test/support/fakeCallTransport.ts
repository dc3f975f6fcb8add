import type { CallSender, CallTransport } from '#main/ipc/registerCalls.ts';
import type { CallArgs, CallName, CallValue } from '#shared/ipc/contract.ts';

type Listener = (sender: CallSender, args: unknown) => Promise<unknown>;

/**
 * Calls without Electron: arguments and results are copied, as between two processes. As with Electron, a call waits until
 * it has a handler.
 */
export class FakeCallTransport implements CallTransport {
  readonly #listeners = new Map<string, Listener>();
  readonly #awaited = new Map<string, PromiseWithResolvers<void>>();
  readonly #page: string;
  /** Every answer so far. */
  readonly answers: unknown[] = [];

  /** @param page URL of the app's own page */
  constructor(page: string) {
    this.#page = page;
  }

  get channels(): string[] {
    return [...this.#listeners.keys()];
  }

  handle(channel: string, listener: Listener): { dispose(): void } {
    if (this.#listeners.has(channel)) throw new Error(`${channel} has a listener already`);
    this.#listeners.set(channel, listener);
    this.#awaited.get(channel)?.resolve();
    this.#awaited.delete(channel);
    return { dispose: () => this.#listeners.delete(channel) };
  }

  /** Calls as the renderer does through the bridge. */
  async call<Name extends CallName>(name: Name, args: CallArgs<Name>): Promise<CallValue<Name>> {
    return (await this.raw(name, args)) as CallValue<Name>;
  }

  /** Calls with any argument, from any sender. */
  async raw(
    channel: string,
    args: unknown,
    sender: CallSender = { frameUrl: this.#page, isMainFrame: true },
  ): Promise<unknown> {
    const listener = this.#listeners.get(channel) ?? (await this.#handlerOf(channel));
    const answer = structuredClone(await listener(sender, structuredClone(args)));
    this.answers.push(answer);
    return answer;
  }

  async #handlerOf(channel: string): Promise<Listener> {
    const awaited = this.#awaited.get(channel) ?? Promise.withResolvers<void>();
    this.#awaited.set(channel, awaited);
    await awaited.promise;
    const listener = this.#listeners.get(channel);
    if (listener === undefined) throw new Error(`No handler registered for '${channel}'`);
    return listener;
  }
}
