import type { Event } from './emitter.ts';

/** Whether the machine has a network at all, as a port. `true` promises nothing; `false` is sure. */
export interface Connectivity {
  online(): boolean;
  readonly onDidChange: Event<boolean>;
}

/** Asks how an address is to be reached, as a port: the system's proxy settings. */
export interface ProxyResolver {
  /** A PAC result such as `DIRECT` or `PROXY host:port; DIRECT` for a URL. */
  resolveProxy(url: string): Promise<string>;
}
