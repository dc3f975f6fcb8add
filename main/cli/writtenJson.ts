import type { WrittenReport } from '#main/reporting/report/writeReport.ts';
import type { z } from '#shared/zod.ts';
import type { writtenSchema } from './commandSchemas.ts';

/** A written file as JSON for programs: `commandSchemas.ts`. */
export function writtenJson(file: string, { changed }: WrittenReport): string {
  const value: z.input<typeof writtenSchema> = { schema: 1, changed, file };
  return `${JSON.stringify(value, null, 2)}\n`;
}
