import type { CommandContext } from './context.ts';
import { type Cell, type Column, layOutTable } from './table.ts';

/** A cell in the colour of the terminal. */
export function plain(text: string): Cell {
  return { text, style: 'plain' };
}

/** Prints a table that fits the terminal, for people. @param none told instead of a table without rows */
export async function sayTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { isJson, say, tell, paint, columns: width }: CommandContext,
  none: string | null = null,
): Promise<void> {
  if (isJson) return;
  if (none !== null && rows.length === 0) tell(none);
  else for (const line of await layOutTable(columns, rows, width, paint)) say(line);
}
