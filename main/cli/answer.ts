import { aboutKeys, type Immutable, orderSchemas, type Zod } from '#shared/domain/orderFields.ts';
import type { z } from '#shared/zod.ts';

export type { Zod };

/** The schema of the answer of most commands. @param shape its keys, of which the first is `changed` */
export function answerSchema<Shape extends z.ZodRawShape>(zod: Zod, shape: Shape) {
  return zod.strictObject({ schema: zod.literal(1), ...shape });
}

/** What an answer of this schema says besides the version of the schema. */
export type AnswerOf<Schema extends (z: Zod) => z.ZodType> = Immutable<
  Omit<z.input<ReturnType<Schema>>, 'schema'>
>;

/** JSON as every command prints it: indented, with a line end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** What every order in the answer of a command has. */
export const about = (z: Zod) => orderSchemas(aboutKeys, z);

export const reason = (z: Zod) =>
  z.string().nullable().describe('Why it failed or was not done: a word that does not change.');

/** `changed` of commands that list something. */
export const listed = (z: Zod) => z.literal(false).describe('A list changes nothing.');

/** The JSON of `metrics --out` and `config export --out` with `--json`. */
export const writtenResult = (z: Zod) =>
  answerSchema(z, {
    changed: z.boolean().describe('Whether the file was not there before, or had another content.'),
    file: z.string(),
  });
