import type { Event } from './emitter.ts';

/** Whether the machine has a network, as a port. `false` is certain; `true` does not mean that a host is reachable. */
export interface Connectivity {
  online(): boolean;
  readonly onDidChange: Event<boolean>;
}

/** The system's proxy settings, as a port. */
export interface ProxyResolver {
  /** A PAC result such as `DIRECT` or `PROXY host:port; DIRECT` for a URL. */
  resolveProxy(url: string): Promise<string>;
}
