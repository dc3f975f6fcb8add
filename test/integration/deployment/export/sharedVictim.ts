import { join } from 'node:path';
import { nodeExportFs } from '#main/deployment/export/nodeExportFs.ts';
import { bundleOf } from '#test/unit/deployment/export/bundles.ts';
import { destinationOn, remembered, repairAll, zipOn } from '#test/unit/deployment/export/hiddenMemory.ts';
import { actAs } from './sharedUser.ts';

/** An action of the user who exports into a shared folder. */
export interface VictimRequest {
  readonly act: 'review' | 'files' | 'direct' | 'zip' | 'restore' | 'removePrevious' | 'repair';
  readonly root: string;
}

let turn = 0;

function bundlesFor({ act }: VictimRequest) {
  turn += 1;
  const set = turn % 2 === 0 ? 'even' : 'odd';
  const folders = act === 'direct' ? [''] : ['a', 'b'];
  return folders.map((folder) => ({ ...bundleOf(folder === '' ? 'here' : folder, set), folder }));
}

await actAs(async (request: VictimRequest) => {
  const { act, root } = request;
  if (act === 'repair') return repairAll(root);
  const bundles = bundlesFor(request);
  const destination = act === 'zip' ? zipOn(join(root, 'all.zip')) : destinationOn(root);
  const review = await destination.review(bundles);
  if (act === 'review' || !review.ok) return review.ok;
  const [first] = bundles;
  if (first === undefined) throw new Error('Nothing to write');
  const folder = join(root, first.folder);
  const kept = remembered(root).filter((entry) => entry.folder === folder);
  if (act === 'restore' || act === 'removePrevious') {
    if (!('restore' in destination)) throw new Error('A ZIP file keeps nothing');
    const formers = kept.map(({ id }) => `.notafter-${id}.generation`);
    const done = formers.map((former) =>
      act === 'restore'
        ? destination.restore(first, former)
        : destination.removePrevious(first.folder, former),
    );
    return (await Promise.all(done)).map(({ ok }) => ok);
  }
  const usable = bundles.filter(({ orderId }) => review.value.orders.get(orderId)?.ok);
  const outcomes: string[] = [];
  const written = await destination.write(usable, {
    conflicts: 'replace',
    signal: new AbortController().signal,
    onOutcome: (_, { kind }) => outcomes.push(kind),
  });
  return written.ok ? outcomes : nodeExportFs.posix;
});
