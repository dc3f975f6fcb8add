import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#scripts/lib/paths.ts';

/** A row of the tables of docs/clients.md. */
export interface ClientRow {
  /** Of the finding. */
  readonly kind: string;
  readonly what: string;
  readonly roots: string;
  /** `YYYY-MM-DD`, or a dash. */
  readonly from: string;
  readonly clients: readonly string[];
  readonly source: string;
}

/** The rows of docs/clients.md, or of its translation. */
export function clientTable(document = 'clients.md'): readonly ClientRow[] {
  return readFileSync(join(projectFolder, 'docs', document), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [kind = '', what = '', roots = '', from = '', clients = '', source = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      return { kind: kind.replaceAll('`', ''), what, roots, from, clients: clients.split(/, |、/u), source };
    });
}
