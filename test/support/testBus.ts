import { type EventEmitter, once } from 'node:events';
import { type MessageBus, sessionBus } from '@jellybrick/dbus-next';

/**
 * Connects a fake to a test's own bus. The bus may end while an answer of the fake is on its way, which breaks the
 * connection: the test that waits for the answer says so.
 */
export async function connectToBus(address: string): Promise<MessageBus> {
  const bus = sessionBus({ busAddress: address });
  await once(bus, 'connect');
  // Missing in the types of the library.
  (bus as EventEmitter).on('error', () => undefined);
  return bus;
}
