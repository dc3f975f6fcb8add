import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import { type CallName, callNames } from '#shared/ipc/channels.ts';
import { type CallArgs, type CallValue, calls } from '#shared/ipc/contract.ts';

/** One handler per call of the contract; a missing one does not compile. */
export type CallHandlers = {
  readonly [Name in CallName]: (args: CallArgs<Name>) => Answer<Name> | Promise<Answer<Name>>;
};

/** A handler of a call that answers `null` may return nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: handlers are functions without a return value
type Answer<Name extends CallName> = null extends CallValue<Name> ? CallValue<Name> | void : CallValue<Name>;

export interface CallSender {
  /** URL of the calling frame, or `null` when the frame is gone. */
  readonly frameUrl: string | null;
  /** Whether the frame is the top one of the app's own window. */
  readonly isMainFrame: boolean;
}

/** The transport of calls, as a port. */
export interface CallTransport {
  handle(name: CallName, listener: (sender: CallSender, args: unknown) => Promise<unknown>): Disposable;
}

export interface RegisterOptions {
  /** The exact origin of the app's page. */
  readonly origin: string;
  readonly logger: Logger;
}

/**
 * Registers all calls. A call from another frame or origin, with arguments that violate the contract, or whose handler
 * throws is rejected with a constant text: what was sent may contain a secret.
 */
export function registerCalls(
  transport: CallTransport,
  handlers: CallHandlers,
  options: RegisterOptions,
): Disposable {
  const registered = callNames.map((name) => registerCall(name, transport, handlers, options));
  return {
    dispose: () => {
      disposeAll(registered);
    },
  };
}

function registerCall<Name extends CallName>(
  name: Name,
  transport: CallTransport,
  handlers: CallHandlers,
  { origin, logger }: RegisterOptions,
): Disposable {
  return transport.handle(name, async (sender, args) => {
    if (!sender.isMainFrame || sender.frameUrl === null || !hasOrigin(sender.frameUrl, origin)) {
      logger.warn('call refused: foreign sender', { call: name });
      throw new Error('call refused');
    }
    const parsed = calls[name].args.safeParse(args);
    if (!parsed.success) {
      logger.warn('call refused: arguments', { call: name });
      throw new Error('arguments refused');
    }
    try {
      return (await handlers[name](parsed.data as CallArgs<Name>)) ?? null;
    } catch (bug) {
      logger.error('call failed', { call: name, error: errorName(bug) });
      throw new Error('call failed');
    }
  });
}

/** `URL.origin` is "null" for a custom scheme in Node, so this compares the start of the URL. */
function hasOrigin(url: string, origin: string): boolean {
  return url === origin || url.startsWith(`${origin}/`);
}
