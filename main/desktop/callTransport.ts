import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { CallSender, CallTransport } from '#main/ipc/registerCalls.ts';
import { callNames } from '#shared/ipc/channels.ts';
import type { CallName } from '#shared/ipc/contract.ts';

type Listener = Parameters<CallTransport['handle']>[1];

/**
 * Calls over Electron's IPC. A call that arrives while nothing handles it waits, because the page is loaded while the app
 * is still being composed.
 */
export function createCallTransport(): CallTransport {
  const listeners = new Map<CallName, PromiseWithResolvers<Listener>>();
  for (const name of callNames) {
    listeners.set(name, Promise.withResolvers());
    ipcMain.handle(name, (event, args: unknown) => {
      // The frame may be gone later.
      const sender = senderOf(event);
      return listeners.get(name)?.promise.then((listener) => listener(sender, args));
    });
  }
  return {
    handle(name, listener) {
      listeners.get(name)?.resolve(listener);
      return { dispose: () => void listeners.set(name, Promise.withResolvers()) };
    },
  };
}

function senderOf({ senderFrame: frame, sender }: IpcMainInvokeEvent): CallSender {
  return { frameUrl: frame?.url ?? null, isMainFrame: frame !== null && frame === sender.mainFrame };
}
