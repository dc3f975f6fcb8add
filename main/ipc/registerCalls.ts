import { type Disposable, disposeAll } from '#main/platform/disposable.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { CallArgs, CallHandlers, CallName } from '#shared/ipc/contract.ts';

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

/** The schemas of the arguments of calls, such as those of the contract. */
export type CallSchemas<Name extends CallName> = Readonly<Record<Name, { readonly args: ArgumentSchema }>>;

interface ArgumentSchema {
  safeParse(args: unknown): { readonly success: boolean; readonly data?: unknown };
}

/** The schema of a call without arguments, for what must not wait for the contract to be loaded. */
export const withoutArguments: { readonly args: ArgumentSchema } = {
  args: { safeParse: (args) => ({ success: args === null, data: null }) },
};

/**
 * Registers calls. A call from another frame or origin, with arguments that violate its schema, or whose handler throws is
 * rejected with a constant text: what was sent may contain a secret.
 */
export function registerCalls<Name extends CallName>(
  transport: CallTransport,
  schemas: CallSchemas<Name>,
  handlers: Pick<CallHandlers, Name>,
  options: RegisterOptions,
): Disposable {
  const names = Object.keys(handlers) as Name[];
  const registered = names.map((name) => registerCall(name, transport, schemas, handlers, options));
  return {
    dispose: () => {
      disposeAll(registered);
    },
  };
}

function registerCall<Name extends CallName>(
  name: Name,
  transport: CallTransport,
  schemas: CallSchemas<Name>,
  handlers: Pick<CallHandlers, Name>,
  { origin, logger }: RegisterOptions,
): Disposable {
  return transport.handle(name, async (sender, args) => {
    if (!sender.isMainFrame || sender.frameUrl === null || !hasOrigin(sender.frameUrl, origin)) {
      logger.warn('call refused: foreign sender', { call: name });
      throw new Error('call refused');
    }
    const parsed = schemas[name].args.safeParse(args);
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
