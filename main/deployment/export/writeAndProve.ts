import type { WriteOptions } from './exportDestination.ts';
import type { ExportJob } from './exportJob.ts';
import type { ExportServicePorts } from './exportPorts.ts';
import type { JobPublisher } from './jobPublisher.ts';
import { proveItems } from './proveItems.ts';
import { sealItems, writeItems } from './writeItems.ts';
import { deliveredKeysWritten, writtenBundles } from './writtenItems.ts';

/** How what was reviewed is to be written. */
export interface WriteWish extends Pick<WriteOptions, 'conflicts'> {
  /** Of PKCS#12 files; empty where there are none. */
  readonly passphrase: string;
}

/** Writes what was reviewed, proves it, and tells of it. */
export async function writeAndProve(
  job: ExportJob,
  { conflicts, passphrase }: WriteWish,
  ports: Pick<ExportServicePorts, 'orders' | 'turns' | 'onWritten' | 'prover' | 'trustedRoot'>,
  publisher: Pick<JobPublisher, 'publish' | 'publishSoon'>,
): Promise<void> {
  await sealItems(job, passphrase);
  if (job.signal.aborted) return;
  const error = await writeItems(job, conflicts, ports, () => publisher.publishSoon(job));
  if (error !== null) return job.failAll(error);
  // Not before the whole write: until then it may still fail for what seemed to be written.
  ports.onWritten(writtenBundles(job));
  job.enter('proving');
  publisher.publish();
  await proveItems(job, passphrase, ports, () => {
    job.completed += 1;
    publisher.publishSoon(job);
  });
  for (const { orderId, fingerprint256 } of deliveredKeysWritten(job))
    ports.orders.onKeyExported(orderId, job.deliveryId, fingerprint256);
}
