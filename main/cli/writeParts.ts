import { nextSlice, type Parts } from '#main/platform/slices.ts';
import type { CommandContext } from './context.ts';

/** Parts are written together up to this length in characters. */
const WRITTEN_AT_ONCE = 32_768;

/** Writes a long text to standard output while it is made, in slices. */
export async function writeParts(parts: Parts, { write }: Pick<CommandContext, 'write'>): Promise<void> {
  let text = '';
  for (const part of parts) {
    text += part;
    if (text.length >= WRITTEN_AT_ONCE) {
      write(text);
      text = '';
    }
    await nextSlice();
  }
  if (text !== '') write(text);
}
