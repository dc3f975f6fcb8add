import type { Logger } from '#main/platform/logger.ts';
import { isInstant, isInstantOrNull } from '#shared/domain/instant.ts';

/** What a column may hold. The types of SQLite allow more than the app writes, such as times that no date has. */
export interface Column<Value> {
  readonly accepts: (value: unknown) => boolean;
  /** Takes the place of what is not accepted. Without it, the row cannot be used. */
  readonly otherwise?: { readonly value: Value };
}

export const instant: Column<number> = { accepts: isInstant };
export const instantOrNull: Column<number | null> = { accepts: isInstantOrNull };
/** A whole number from `min` to `max`. */
export function whole(min = 0, max = Number.MAX_SAFE_INTEGER): Column<number> {
  return {
    accepts: (value) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max,
  };
}
export function oneOf<Value extends string>(values: readonly Value[]): Column<Value> {
  return { accepts: (value) => (values as readonly unknown[]).includes(value) };
}
export function such<Value>(accepts: (value: Value) => boolean): Column<Value> {
  return { accepts: (value) => accepts(value as Value) };
}
/** A column that loses only its own value. */
export function or<Value>(column: Column<Value>, value: NoInfer<Value>): Column<Value> {
  return { ...column, otherwise: { value } };
}

/**
 * Checks the columns of one table beyond their types in SQLite. A row that another program wrote, or that was damaged below
 * SQLite, loses only itself or only one value, and is counted in the log.
 */
export class RowCheck<Row extends object> {
  readonly #table: string;
  readonly #logger: Pick<Logger, 'error'> | null;
  readonly #columns: readonly (readonly [keyof Row, Column<unknown>])[];

  /** @param logger `null`: nothing is logged */
  constructor(
    table: string,
    logger: Pick<Logger, 'error'> | null,
    columns: { readonly [Name in keyof Row]?: Column<Row[Name]> },
  ) {
    this.#table = table;
    this.#logger = logger;
    this.#columns = Object.entries(columns) as unknown as readonly (readonly [keyof Row, Column<unknown>])[];
  }

  /** The rows that can be used. */
  usable(rows: readonly Row[]): Row[] {
    let count = 0;
    let field: keyof Row | null = null;
    const usable: Row[] = [];
    for (const row of rows) {
      const wrong = this.#columns.filter(([name, { accepts }]) => !accepts(row[name]));
      if (wrong.length === 0) {
        usable.push(row);
        continue;
      }
      count += 1;
      field ??= wrong[0]?.[0] ?? null;
      if (wrong.some(([, { otherwise }]) => otherwise === undefined)) continue;
      const others = wrong.map(([name, { otherwise }]) => [name, otherwise?.value]);
      usable.push({ ...row, ...Object.fromEntries(others) });
    }
    if (count > 0)
      this.#logger?.error('Rows of the database cannot be read', {
        place: this.#table,
        field: String(field),
        count,
      });
    return usable;
  }
}
