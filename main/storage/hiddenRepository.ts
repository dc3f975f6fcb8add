import { isCurrentName, isGenerationName } from '#main/deployment/export/hiddenFolder.ts';
import type { HiddenRepository, StoredHidden } from '#main/deployment/export/hiddenNames.ts';
import type { Logger } from '#main/platform/logger.ts';
import { isSafeName } from '#shared/domain/fileName.ts';
import { z } from '#shared/zod.ts';
import type { Database } from './database.ts';
import { JsonColumns } from './json.ts';
import { RowCheck, such } from './rows.ts';

interface HiddenRow extends Pick<StoredHidden, 'folder' | 'id' | 'inode'> {
  readonly names: string;
  readonly owner: number | null;
  readonly keepsModes: number;
  readonly isPending: number;
}

const isName = (name: string) => isSafeName(name) || isGenerationName(name) || isCurrentName(name);
const namesSchema = z.array(z.string().refine(isName));

/** The hidden names of exports in the table `hidden_names`. Unusable rows are skipped, and stay stored. */
export function createHiddenRepository(database: Database, logger: Logger | null = null): HiddenRepository {
  const columns = new JsonColumns('hidden_names', logger);
  const check = new RowCheck<HiddenRow>('hidden_names', logger, {
    owner: such((owner) => owner === null || Number.isSafeInteger(owner)),
  });
  const usable = ({ names, owner, keepsModes, isPending, ...row }: HiddenRow): StoredHidden[] => {
    const read = columns.read('names', namesSchema, names);
    const ownership = { owner, keepsModes: keepsModes !== 0 };
    return read === undefined ? [] : [{ ...row, names: read, ownership, isPending: isPending !== 0 }];
  };
  const select = database.query<HiddenRow>(`
    SELECT folder, id, names, owner, keeps_modes AS keepsModes, inode, pending AS isPending FROM hidden_names`);
  const insert = database.prepare(`
    INSERT OR REPLACE INTO hidden_names (folder, id, names, owner, keeps_modes, inode, pending)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const remove = database.prepare('DELETE FROM hidden_names WHERE folder = ? AND id = ?');
  return {
    all: () => check.usable(select.all()).flatMap(usable),
    save: (entries, gone) =>
      database.tryWrite(() => {
        for (const { folder, id } of gone) remove.run(folder, id);
        for (const { folder, id, names, ownership, inode, isPending } of entries) {
          const own = [ownership.owner, Number(ownership.keepsModes)];
          insert.run(folder, id, JSON.stringify(names), ...own, inode, Number(isPending));
        }
      }),
  };
}
