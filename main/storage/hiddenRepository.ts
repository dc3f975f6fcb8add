import { z } from 'zod';
import { isCurrentName, isGenerationName } from '#main/deployment/export/generation.ts';
import type { HiddenRepository, StoredHidden } from '#main/deployment/export/hiddenNames.ts';
import { isSafeName } from '#shared/domain/fileName.ts';
import type { Database } from './database.ts';
import { parsedJson } from './json.ts';

interface Columns {
  readonly folder: string;
  readonly id: string;
  readonly names: string;
  readonly owner: number | null;
  readonly keeps_modes: number;
  readonly inode: string | null;
  readonly pending: number;
}

const isName = (name: string) => isSafeName(name) || isGenerationName(name) || isCurrentName(name);
const namesSchema = z.array(z.string().refine(isName));

/** The hidden names of exports in the table `hidden_names`. Unusable rows are skipped, and stay stored. */
export function createHiddenRepository(database: Database): HiddenRepository {
  const select = database.query<Columns>(
    'SELECT folder, id, names, owner, keeps_modes, inode, pending FROM hidden_names',
  );
  const insert = database.prepare(`
    INSERT OR REPLACE INTO hidden_names (folder, id, names, owner, keeps_modes, inode, pending)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const remove = database.prepare('DELETE FROM hidden_names WHERE folder = ? AND id = ?');
  return {
    all: () => database.read(() => select.all().flatMap(usable)),
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

function usable({ folder, id, names, owner, keeps_modes, inode, pending }: Columns): StoredHidden[] {
  const parsed = namesSchema.safeParse(parsedJson(names));
  if (!parsed.success) return [];
  const ownership = { owner, keepsModes: keeps_modes !== 0 };
  return [{ folder, id, names: parsed.data, ownership, inode, isPending: pending !== 0 }];
}
