import { create } from 'zustand';
import { isWildcardAddress } from '#shared/domain/ipAddress.ts';
import { originOf, type ReceiverView } from '#shared/domain/receiver.ts';

/** Where this computer reaches the receiver: where it listens now, or else where it is configured to. */
export function localOrigin({ config, state }: Pick<ReceiverView, 'config' | 'state'>): string {
  const { address, port, tls } = state.kind === 'listening' ? state : { ...config, tls: config.tls !== null };
  const loopback = address === '::' ? '::1' : '127.0.0.1';
  return originOf({ address: isWildcardAddress(address) ? loopback : address, port, tls });
}

/** The public address in what the user typed, as main reads it: the default scheme is `https`. `null`: it is none. */
export function publicAddress(text: string): string | null {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(withScheme)) return null;
  const { protocol, href } = new URL(withScheme);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

/** The last tested public address of every hook, by its id: in this session, in the window only. */
const usePublicUrls = create<Readonly<Record<string, string>>>()(() => ({}));

/** Empty before the first test. */
export function usePublicUrl(hookId: string): string {
  return usePublicUrls((urls) => urls[hookId] ?? '');
}

/** Keeps the public address of a hook; an empty one forgets it. */
export function keepPublicUrl(hookId: string, url: string): void {
  usePublicUrls.setState({ [hookId]: url });
}
