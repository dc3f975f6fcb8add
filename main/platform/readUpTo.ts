import { open } from 'node:fs/promises';

/** Reads a file, a pipe or a device without a size up to a number of bytes. Throws system errors. */
export async function readUpTo(path: string, bytes: number): Promise<Buffer> {
  await using file = await open(path);
  const chunks: Buffer[] = [];
  for await (const chunk of file.createReadStream({ autoClose: false, end: bytes - 1 }))
    chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
