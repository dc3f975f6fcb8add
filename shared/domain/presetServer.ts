import type { PresetFile, PresetServer } from './preset.ts';

/**
 * What the lines of a server name. `key`, `certificate`: two files, which may be one that holds both. `combined`: one
 * file with both. `keystore`: PKCS#12.
 */
export type ServerNeed = 'key' | 'certificate' | 'combined' | 'keystore';

/** What a file holds, as far as a server cares. */
type Content = Pick<PresetFile, 'format' | 'parts'>;

/** What the lines of each server name, in the order in which `presetSnippet.ts` takes the paths. */
const needs: Readonly<Record<PresetServer, readonly ServerNeed[]>> = {
  nginx: ['key', 'certificate'],
  apache: ['key', 'certificate'],
  haproxy: ['combined'],
  tomcat: ['keystore'],
  iis: ['keystore'],
  oldWindows: ['keystore'],
  node: ['key', 'certificate'],
};

/** What a server needs, each with the file of a preset that it would be given; `null`: none of them will do. */
export function filesForServer<File extends Content>(
  server: PresetServer,
  files: readonly File[],
): readonly { readonly need: ServerNeed; readonly file: File | null }[] {
  return needs[server].map((need) => ({ need, file: fileFor(need, files) }));
}

/** What a server needs and no file of a preset holds: without it there are no lines. */
export function missingForServer(server: PresetServer, files: readonly Content[]): readonly ServerNeed[] {
  return filesForServer(server, files).flatMap(({ need, file }) => (file === null ? need : []));
}

/** The file that suits best by what is in it; of equals the first. */
function fileFor<File extends Content>(need: ServerNeed, files: readonly File[]): File | null {
  if (need === 'keystore') return files.find(({ format }) => format !== 'pem') ?? null;
  const pem = files.filter(({ format }) => format === 'pem');
  const withKey = pem.filter(holdsKey);
  if (need === 'key') return withKey.find(({ parts }) => parts.length === 1) ?? withKey[0] ?? null;
  // A certificate that everybody may read stands better in a file without the key.
  const candidates = need === 'combined' ? withKey : pem.toSorted((one, other) => keys(one) - keys(other));
  const led = candidates.filter(isLedByLeaf);
  return led.find(({ parts }) => parts.includes('chain')) ?? led[0] ?? null;
}

function holdsKey({ parts }: Content): boolean {
  return parts.includes('key');
}

function keys(file: Content): number {
  return holdsKey(file) ? 1 : 0;
}

/** Servers take the first certificate of a file for their own. */
function isLedByLeaf({ parts }: Content): boolean {
  return parts.find((part) => part !== 'key') === 'leaf';
}
