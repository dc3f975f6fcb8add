import { session } from 'electron';
import type { ProxyResolver } from '#main/platform/connectivity.ts';
import { systemRoute } from './lockdown.ts';

/** The session that reads the system's proxy settings. It makes no requests. */
const SESSION_NAME = 'system-proxies';

/** Resolves proxies by the system's settings, which are first read when they are asked for. */
export function createProxyResolver(): ProxyResolver {
  let ready: Promise<Electron.Session> | null = null;
  const prepare = async () => {
    const own = session.fromPartition(SESSION_NAME, { cache: false });
    await systemRoute(own);
    return own;
  };
  return {
    async resolveProxy(url) {
      ready ??= prepare();
      return (await ready).resolveProxy(url);
    },
  };
}
