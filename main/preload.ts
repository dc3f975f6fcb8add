import { contextBridge, ipcRenderer } from 'electron';
import { callNames, eventNames } from '#shared/ipc/channels.ts';

/**
 * Exposes `window.notAfter` (the type `NotAfterBridge`): one function per call and one subscription per event of the
 * contract. Only plain data crosses; the IPC event, which would carry `sender`, stays here.
 */
const calls = Object.fromEntries(
  callNames.map((name) => [name, (args: unknown) => ipcRenderer.invoke(name, args)]),
);

const on = Object.fromEntries(
  eventNames.map((name) => [
    name,
    (listener: (payload: unknown) => void) => {
      const forward = (_event: unknown, payload: unknown) => listener(payload);
      ipcRenderer.on(name, forward);
      return () => {
        ipcRenderer.removeListener(name, forward);
      };
    },
  ]),
);

contextBridge.exposeInMainWorld(
  'notAfter',
  Object.freeze({ calls: Object.freeze(calls), on: Object.freeze(on) }),
);
