import { writeSync } from 'node:fs';
import { FolderDestination } from '#main/deployment/export/folderDestination.ts';
import { HiddenNames } from '#main/deployment/export/hiddenNames.ts';
import { nodeExportFs } from '#main/deployment/export/nodeExportFs.ts';
import { Repairs } from '#main/deployment/export/repairs.ts';
import { createHiddenRepository } from '#main/storage/exportRepositories.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { bundleOf } from '#test/unit/deployment/export/bundles.ts';

/*
 * Exports into the folder of the first argument until it is killed, with the database of the second one: two folders that
 * are replaced repeatedly, and a new one each time. The content alternates between the
 * sets `even` and `odd`.
 */
const [, , root = '', database = ''] = process.argv;
const opened = openDatabase(database);
if (!opened.ok) throw new Error(opened.error.kind);
const names = new HiddenNames(createHiddenRepository(opened.value));
const repairs = new Repairs(nodeExportFs, names);

for (let turn = 0; ; turn += 1) {
  const set = turn % 2 === 0 ? 'even' : 'odd';
  const folders = ['one', 'two', `fresh-${process.pid}-${turn}`];
  const bundles = folders.map((name) => bundleOf(name, set));
  const destination = new FolderDestination({ fs: nodeExportFs, folder: root, names, repairs });
  const review = await destination.review(bundles);
  if (!review.ok) throw new Error(JSON.stringify(review.error));
  const written = await destination.write(bundles, {
    conflicts: 'replace',
    signal: new AbortController().signal,
    onOutcome: (orderId, outcome) => {
      if (outcome.kind !== 'written') throw new Error(`${orderId}: ${JSON.stringify(outcome)}`);
    },
  });
  if (!written.ok) throw new Error(JSON.stringify(written.error));
  if (turn === 0) writeSync(1, 'going\n');
}
