import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** A file of an asar archive. */
export interface AsarFile {
  /** Relative path with slashes. */
  readonly path: string;
  /** Whether it is unpacked beside the archive. */
  readonly isUnpacked: boolean;
}

type Entry =
  | { readonly files: Readonly<Record<string, Entry>> }
  | { readonly unpacked?: boolean | undefined };

const entrySchema: z.ZodType<Entry> = z.lazy(() =>
  z.union([
    z.object({ files: z.record(z.string(), entrySchema) }),
    z.object({ unpacked: z.boolean().optional() }),
  ]),
);

/** The files of an asar archive, from its header: sixteen bytes, of which the last four are the length of the following JSON. */
export async function asarFiles(archive: string): Promise<readonly AsarFile[]> {
  const bytes = await readFile(archive);
  const header: unknown = JSON.parse(bytes.subarray(16, 16 + bytes.readUInt32LE(12)).toString());
  return filesOf('', entrySchema.parse(header));
}

function filesOf(path: string, entry: Entry): readonly AsarFile[] {
  if (!('files' in entry)) return [{ path, isUnpacked: entry.unpacked === true }];
  return Object.entries(entry.files).flatMap(([name, child]) =>
    filesOf(path === '' ? name : `${path}/${name}`, child),
  );
}
