import { create } from 'zustand';
import { isWildcardAddress } from '#shared/domain/ipAddress.ts';
import type { ReceiverView } from '#shared/domain/receiver.ts';

/**
 * Scheme, host and port at which this computer itself reaches the receiver: where it listens now, else where it is to.
 * For an address that stands for all of them it is the loopback one.
 */
export function localOrigin({ config, state }: Pick<ReceiverView, 'config' | 'state'>): string {
  const { address, port, tls } = state.kind === 'listening' ? state : { ...config, tls: config.tls !== null };
  const reached = isWildcardAddress(address) ? (address === '::' ? '::1' : '127.0.0.1') : address;
  return `${tls ? 'https' : 'http'}://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

/**
 * The public address in what a person typed, as the service is to be given it and as main reads it: without a scheme it
 * is `https`. `null` when it is none.
 */
export function publicAddress(text: string): string | null {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(withScheme)) return null;
  const { protocol, href } = new URL(withScheme);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

/** The public address last tested of every hook, by its id: for this session, and known to the window alone. */
const usePublicUrls = create<Readonly<Record<string, string>>>()(() => ({}));

/** The public address of a hook as it was last tested in this session; empty before that. */
export function usePublicUrl(hookId: string): string {
  return usePublicUrls((urls) => urls[hookId] ?? '');
}

/** Keeps the public address of a hook; an empty one forgets it. */
export function keepPublicUrl(hookId: string, url: string): void {
  usePublicUrls.setState({ [hookId]: url });
}
