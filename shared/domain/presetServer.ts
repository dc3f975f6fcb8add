import type { PresetFile, PresetFormat } from './preset.ts';
import type { ServerNeed } from './presets/builtinPreset.ts';
import { type ExportPreset, type PresetServer, serverRules } from './presets/presets.ts';

type Content = Pick<PresetFile, 'format' | 'parts'>;

export interface SnippetFile extends Content {
  readonly path: string;
}

/**
 * Lines of server configuration for the files of a preset, without a passphrase.
 * @returns `null` if the server needs other files, or its language can't express a path
 */
export function snippetOf(server: PresetServer, files: readonly SnippetFile[]): string | null {
  const needed = filesForServer(server, files).map(({ file }) => file?.path ?? null);
  const paths = needed.filter((path) => path !== null);
  return paths.length < needed.length ? null : (serverRules(server)?.lines(...paths) ?? null);
}

/** What a server needs and no file of the preset contains; there is no snippet then. */
export function missingForServer(server: PresetServer, files: readonly Content[]): readonly ServerNeed[] {
  return filesForServer(server, files).flatMap(({ need, file }) => (file === null ? need : []));
}

/**
 * The usual command that makes a server read its new files, as program and arguments.
 * @returns `null` if there is none that fits every installation
 */
export function reloadCommand(server: PresetServer | null, platform: string): readonly string[] | null {
  const reload = server === null ? undefined : serverRules(server)?.reload;
  return (platform === 'win32' ? reload?.windows : reload?.unix) ?? null;
}

/** Whether a preset's files are read by Java, which before version 25 accepts only ASCII passphrases (JDK-8348732). */
export function isForJava({ server }: Pick<ExportPreset, 'server'>): boolean {
  return server !== null && serverRules(server)?.isJava === true;
}

/** What a server needs, each with the best file of the preset; `null`: no file fits. */
function filesForServer<File extends Content>(
  server: PresetServer,
  files: readonly File[],
): readonly { readonly need: ServerNeed; readonly file: File | null }[] {
  return (serverRules(server)?.needs ?? []).map((need) => ({ need, file: fileFor(need, files) }));
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
