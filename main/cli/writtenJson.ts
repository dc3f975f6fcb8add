import type { WrittenReport } from '#main/reporting/report/writeReport.ts';
import type { z } from '#shared/zod.ts';
import { jsonText } from './jsonText.ts';
import type { writtenResult } from './results.ts';

/** A written file as JSON for programs: `results.ts`. */
export function writtenJson(file: string, { changed }: WrittenReport): string {
  const value: z.input<ReturnType<typeof writtenResult>> = { schema: 1, changed, file };
  return jsonText(value);
}
