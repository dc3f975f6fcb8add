import { sourceId } from '#shared/domain/order.ts';
import type { AppError } from '#shared/errors.ts';
import { forEachBounded } from './bounded.ts';
import type { ExportItem } from './exportItem.ts';
import type { ExportJob } from './exportJob.ts';
import type { ExportServicePorts } from './exportPorts.ts';
import { isDelivered } from './exportSource.ts';

const concurrency = 8;

/** Errors of a connection, or of the vault, rather than of one order: asking for its other orders would only repeat them. */
function concernsOthers({ kind }: AppError): boolean {
  return (
    kind === 'unauthorized' || kind === 'tokenMissing' || kind === 'vaultKey' || kind.startsWith('keychain')
  );
}

/** What all delivered keys come from; no id of a connection is empty. */
const VAULT = '';

/**
 * Fetches and checks fresh material of every order of a job, several at a time. Each item becomes `ready` or `failed`;
 * after the job was aborted nothing more happens to any.
 * @param onProgress called after each order
 */
export async function fetchItems(
  job: ExportJob,
  ports: Pick<ExportServicePorts, 'source' | 'orders' | 'buildBundle' | 'review'>,
  onProgress: () => void,
): Promise<void> {
  const refusals = new Map<string, AppError>();

  const fetchOne = async (item: ExportItem): Promise<AppError | null> => {
    const { order } = item;
    const isPulled = !isDelivered(order, job.deliveryId);
    const origin = isPulled ? sourceId(order) : VAULT;
    const refusal = refusals.get(origin);
    if (refusal !== undefined) return refusal;
    const options = { withKey: job.withKey, signal: job.signal };
    const { material } = await ports.source.material(order, job.deliveryId, options);
    if (job.signal.aborted) return null;
    if (!material.ok) {
      if (concernsOthers(material.error)) refusals.set(origin, material.error);
      return material.error;
    }
    const bundle = ports.buildBundle(material.value, order);
    if (!bundle.ok) return bundle.error;
    const { leaf } = bundle.value;
    const known = (ports.orders.get(order.id) ?? order).fingerprint256;
    // A delivery may be of a former leaf: only what the service gave just now is news.
    const isNews = isPulled && known !== leaf.fingerprint256;
    item.view.leaf = {
      commonName: leaf.commonName,
      fingerprint256: leaf.fingerprint256,
      notAfter: leaf.notAfter,
      renewed: isNews && known !== null,
    };
    if (isNews) ports.orders.onFetched(order.id);
    const accepted = job.accept(item, bundle.value, ports.review(bundle.value, order));
    return accepted.ok ? null : accepted.error;
  };

  await forEachBounded(job.items, concurrency, async (item) => {
    if (job.signal.aborted) return;
    const error = await fetchOne(item);
    if (job.signal.aborted) return;
    if (error !== null) job.fail(item, error);
    job.completed += 1;
    onProgress();
  });
}
