import type { CommandContext } from './context.ts';
import { type Cell, type Column, layOutTable } from './table.ts';

/** A cell in the colour of the terminal. */
export function plain(text: string): Cell {
  return { text, style: 'plain' };
}

/** Prints a table that fits the terminal. */
export async function sayTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { say, paint, columns: width }: CommandContext,
): Promise<void> {
  for (const line of await layOutTable(columns, rows, width, paint)) say(line);
}
