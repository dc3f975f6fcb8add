import { create } from 'zustand';
import { isWildcardAddress } from '#shared/domain/ipAddress.ts';
import { originOf, type ReceiverView } from '#shared/domain/receiver.ts';

/** Where this computer reaches the receiver: where it listens now, or else where it is configured to. */
export function localOrigin({ config, state }: Pick<ReceiverView, 'config' | 'state'>): string {
  const { address, port, tls } = state.kind === 'listening' ? state : { ...config, tls: config.tls !== null };
  const loopback = address === '::' ? '::1' : '127.0.0.1';
  return originOf({ address: isWildcardAddress(address) ? loopback : address, port, tls });
}

/**
 * The public address of a hook in what the user typed. The default scheme is `https`, and a name alone gets the path of
 * the hook. `null`: it is none.
 */
export function publicAddress(text: string, path: string): string | null {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(withScheme)) return null;
  const url = new URL(withScheme);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (url.pathname === '/' && url.search === '') url.pathname = path;
  return url.href;
}

interface HookTest {
  /** The last tested public address, as `publicAddress` gives it; empty before the first test. */
  readonly url: string;
  /** The test delivery arrived by that address. */
  readonly isPassed: boolean;
}

const untested: HookTest = { url: '', isPassed: false };

/** The last test of every hook, by its id: in this session, in the window only. */
const useHookTests = create<Readonly<Record<string, HookTest>>>()(() => ({}));

export function useHookTest(hookId: string): HookTest {
  return useHookTests((tests) => tests[hookId] ?? untested);
}

export function keepHookTest(hookId: string, test: HookTest): void {
  useHookTests.setState({ [hookId]: test });
}

/** Forgets the test of a hook, such as when its path has changed. */
export function forgetHookTest(hookId: string): void {
  keepHookTest(hookId, untested);
}
