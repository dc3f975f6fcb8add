import { defaultReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { err } from '#shared/result.ts';
import type { ExportOrders } from '../export/exportService.ts';
import type { DeliveryMaterials } from '../export/exportSource.ts';
import type { CallServices } from '../ipc/callHandlers.ts';
import type { SnapshotSources } from '../ipc/snapshotPublisher.ts';

const refused = async () => err({ kind: 'unknownId' } as const);

/** Stands where the receiver, the inbox and the vault are composed, until they are: nothing is there. */
export const noReceiver = {
  parts: {
    receiver: () => ({
      config: defaultReceiverConfig,
      state: { kind: 'off' },
      hooks: [],
      vault: { kind: 'empty' },
    }),
    inbox: () => [],
    receiverLog: () => [],
  },
  deliveries: { material: refused, materialOf: refused },
  onKeyExported: () => undefined,
  waiting: () => 0,
  services: {
    hooks: { add: refused, update: refused, remove: refused, addSecret: refused, removeSecret: refused },
    receiverConfig: { set: refused, chooseTlsFile: refused },
    receiver: { retry: () => undefined },
    selfTest: {
      run: async () => ({
        steps: [],
        status: null,
        ms: 0,
        leftMs: 0,
        error: { kind: 'app', error: { kind: 'unknownId' } },
      }),
    },
    inbox: { map: refused, unmap: refused, approve: refused, recheck: refused, discard: refused },
    vault: { retry: async () => undefined, startAnew: refused },
  },
} as const satisfies {
  readonly parts: Pick<SnapshotSources['parts'], 'receiver' | 'inbox' | 'receiverLog'>;
  readonly deliveries: DeliveryMaterials;
  readonly onKeyExported: ExportOrders['onKeyExported'];
  readonly waiting: () => number;
  readonly services: Partial<CallServices>;
};
