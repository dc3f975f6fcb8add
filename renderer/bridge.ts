import type { NotAfterBridge } from '#shared/ipc/contract.ts';

declare global {
  interface Window {
    readonly notAfter?: NotAfterBridge;
  }
}

/** The calls and events of the main process: the only way out of the renderer, and the only reader of `window.notAfter`. */
export function bridge(): NotAfterBridge {
  if (window.notAfter === undefined) throw new Error('preload did not run: window.notAfter is missing');
  return window.notAfter;
}
