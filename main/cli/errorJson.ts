import type { z } from '#shared/zod.ts';
import type { errorResult } from './results.ts';

/** The answer of a command that did nothing, for programs that read JSON. @param kind a word that does not change */
export function errorJson(kind: string, message: string): string {
  const value: z.input<ReturnType<typeof errorResult>> = {
    ...{ schema: 1, changed: false, error: { kind, message } },
  };
  return `${JSON.stringify(value)}\n`;
}
