import type { PresetFile, PresetFormat, PresetServer } from './preset.ts';

/** What a server's configuration refers to. `key` and `certificate` may be one file. `keystore`: PKCS#12. `manifest`: of Kubernetes. */
export type ServerNeed = 'key' | 'certificate' | 'combined' | 'keystore' | 'manifest';

type Content = Pick<PresetFile, 'format' | 'parts'>;

/** What each server refers to, in the order of the paths in `presetSnippet.ts`. */
const needs: Readonly<Record<PresetServer, readonly ServerNeed[]>> = {
  nginx: ['key', 'certificate'],
  apache: ['key', 'certificate'],
  haproxy: ['combined'],
  tomcat: ['keystore'],
  iis: ['keystore'],
  oldWindows: ['keystore'],
  node: ['key', 'certificate'],
  kubernetes: ['manifest'],
};

/** What a server needs, each with the best file of the preset; `null`: no file fits. */
export function filesForServer<File extends Content>(
  server: PresetServer,
  files: readonly File[],
): readonly { readonly need: ServerNeed; readonly file: File | null }[] {
  return needs[server].map((need) => ({ need, file: fileFor(need, files) }));
}

/** What a server needs and no file of the preset contains; there is no snippet then. */
export function missingForServer(server: PresetServer, files: readonly Content[]): readonly ServerNeed[] {
  return filesForServer(server, files).flatMap(({ need, file }) => (file === null ? need : []));
}

/** The formats of needs that are not PEM. */
const formatsFor: Readonly<Partial<Record<ServerNeed, readonly PresetFormat[]>>> = {
  keystore: ['pkcs12', 'pkcs12Compatible'],
  manifest: ['kubernetes'],
};

/** The file that fits best by its content; the first of equals. */
function fileFor<File extends Content>(need: ServerNeed, files: readonly File[]): File | null {
  const formats = formatsFor[need];
  if (formats !== undefined) return files.find(({ format }) => formats.includes(format)) ?? null;
  const pem = files.filter(({ format }) => format === 'pem');
  const withKey = pem.filter(holdsKey);
  if (need === 'key') return withKey.find(({ parts }) => parts.length === 1) ?? withKey[0] ?? null;
  // A file without the key is preferred, because it may be world-readable.
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

/** Servers use the first certificate of a file as their own. */
function isLedByLeaf({ parts }: Content): boolean {
  return parts.find((part) => part !== 'key') === 'leaf';
}
