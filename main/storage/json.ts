import { documentLimits, type JsonLimits, parseBounded } from '#main/platform/boundedJson.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { z } from '#shared/zod.ts';

/** Many times what any column has: twenty certificates with all the names that fit into them. */
const limits: JsonLimits = { ...documentLimits, values: 200_000 };
/** Characters of a text that cannot be over a limit by much. Most are shorter, and ten thousand are read at once. */
const SHORT = 16_384;

/** The value of a JSON column, or `undefined` for what is not JSON or larger than any value that is stored. */
export function parsedJson(text: string): unknown {
  try {
    return text.length <= SHORT ? JSON.parse(text) : parseBounded(text, limits);
  } catch {
    return undefined;
  }
}

/** What a JSON column holds for a value; NULL for `null`. */
export function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/**
 * Reads the JSON columns of one table by their schemas. What is not JSON, or has another form, is `undefined`, and is logged:
 * the file was damaged below SQLite, or another program wrote it. One such row loses only itself.
 */
export class JsonColumns {
  readonly #table: string;
  readonly #logger: Pick<Logger, 'error'> | null;

  /** @param logger `null`: nothing is logged */
  constructor(table: string, logger: Pick<Logger, 'error'> | null) {
    this.#table = table;
    this.#logger = logger;
  }

  read<Value>(column: string, schema: z.ZodType<Value>, text: string): Value | undefined {
    const read = schema.safeParse(parsedJson(text));
    if (!read.success)
      this.#logger?.error('A row of the database cannot be read', { place: this.#table, field: column });
    return read.success ? read.data : undefined;
  }

  /** A reader that checks equal texts once, for columns with few different values. */
  reader<Value>(column: string, schema: z.ZodType<Value>): (text: string) => Value | undefined {
    const known = new Map<string, Value | undefined>();
    return (text) => {
      if (!known.has(text)) known.set(text, this.read(column, schema, text));
      return known.get(text);
    };
  }
}
