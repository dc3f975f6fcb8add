import * as electron from 'electron';
import { type ClipboardPort, concealingFormats } from './secretClipboard.ts';

/** Additional formats need `ClipboardItem`; without it, or when the system refuses them, only the text is written. */
export const systemClipboard: ClipboardPort & { writeText(text: string): Promise<void> } = {
  async writeText(text) {
    await electron.clipboard.writeText(text);
  },
  async writeSecret(text) {
    try {
      await writeConcealed(text);
    } catch {
      await electron.clipboard.writeText(text);
    }
  },
  async readText() {
    return await electron.clipboard.readText();
  },
  async isConcealed() {
    const formats = Object.keys(concealingFormats(process.platform)).map(formatName);
    return (await Promise.all(formats.map((format) => electron.clipboard.has(format)))).includes(true);
  },
  clear: () => electron.clipboard.clear(),
};

async function writeConcealed(text: string): Promise<void> {
  const formats = Object.entries(concealingFormats(process.platform)).map(
    ([name, content]) => [formatName(name), new Blob([content])] as const,
  );
  const item = new electron.ClipboardItem({ 'text/plain': text, ...Object.fromEntries(formats) });
  await electron.clipboard.write([item]);
}

/** A format of the system by its own name. */
function formatName(name: string): string {
  return `electron application/osclipboard;format="${name}"`;
}
