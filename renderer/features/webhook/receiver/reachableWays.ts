import { isWildcardAddress } from '#shared/domain/ipAddress.ts';
import { isLoopbackAddress } from '#shared/domain/loopback.ts';
import type { HookView, ReceiverView } from '#shared/domain/receiver.ts';
import { localOrigin } from './hookAddress.ts';

/** The ways from a public name to this computer. */
export const ways = ['ssh', 'cloudflared', 'proxy', 'forward'] as const;

export type Way = (typeof ways)[number];

type Listener = Pick<ReceiverView, 'config' | 'state'>;

/**
 * The line that makes a hook reachable: a command to run, or one for the configuration of nginx. Each of them sends the
 * receiver's own address as `Host`, because a public name would be refused there.
 */
export function wayLine(
  way: Exclude<Way, 'forward'>,
  receiver: Listener,
  { path }: Pick<HookView, 'path'>,
): string {
  const origin = localOrigin(receiver);
  const target = origin.slice(origin.indexOf('//') + 2);
  switch (way) {
    case 'ssh':
      return `ssh -N -R ${target.slice(target.lastIndexOf(':') + 1)}:${target} you@your-server`;
    case 'cloudflared':
      return `cloudflared tunnel --url ${origin} --http-host-header ${target}`;
    case 'proxy':
      return `location = ${path} { proxy_pass ${origin}; }`;
  }
}

/** What the router of an office needs to know, and whether the receiver is ready for it. */
interface ForwardTarget {
  /** `null`: one of this computer's addresses in its network. */
  readonly address: string | null;
  readonly port: number;
  /** Other computers reach the receiver, by TLS. */
  readonly isReady: boolean;
}

export function forwardTarget({ config, state }: Listener): ForwardTarget {
  const { address, port, tls } = state.kind === 'listening' ? state : { ...config, tls: config.tls !== null };
  const isLocal = isLoopbackAddress(address);
  return {
    address: isLocal || isWildcardAddress(address) ? null : address,
    port,
    isReady: !isLocal && tls,
  };
}
