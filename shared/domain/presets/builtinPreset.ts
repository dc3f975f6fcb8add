import { exportFileNames } from '../export.ts';
import type { AppLanguage } from '../language.ts';
import type { PresetFile, PresetFormat, PresetPart } from '../preset.ts';

/** What a server's configuration refers to. `key` and `certificate` may be one file. `keystore`: PKCS#12. `manifest`: of Kubernetes. */
export type ServerNeed = 'key' | 'certificate' | 'combined' | 'keystore' | 'manifest';

/** How a server reads the files of a preset. */
export interface ServerRules {
  readonly needs: readonly ServerNeed[];
  /**
   * Lines of its configuration, without a passphrase.
   * @param paths of the files for `needs`, in that order
   * @returns `null` if its language can't express a path
   */
  readonly lines: (...paths: readonly string[]) => string | null;
  /** The usual command that makes it read new files, as program and arguments; absent: none fits every installation. */
  readonly reload?: { readonly unix: readonly string[]; readonly windows?: readonly string[] };
  /** Whether Java reads the files. */
  readonly isJava?: boolean;
}

/** A preset that is built in: plain PEM files, the files of a server, or a format that many programs read. */
export interface BuiltinPreset {
  /** Public: commands and the configuration file name it. */
  readonly id: string;
  readonly texts: Readonly<Record<AppLanguage, { readonly name: string; readonly about: string }>>;
  readonly files: readonly PresetFile[];
  /** The server whose configuration names the files; absent: none. */
  readonly server?: ServerRules;
}

/** PEM with line ends that all servers accept. Keys are readable by their owner, other files by everyone. */
export function pemFile(name: string, ...parts: readonly PresetPart[]): PresetFile {
  return { name, format: 'pem', parts, mode: parts.includes('key') ? '600' : '644', lineEnds: 'lf' };
}

/** One file with the key and its certificates. */
export function wholeFile(name: string, format: PresetFormat): PresetFile {
  return { ...pemFile(name, 'key', 'leaf', 'chain'), format };
}

export const keyFile = pemFile(exportFileNames.key, 'key');
export const fullChainFile = pemFile(exportFileNames.certificate, 'leaf', 'chain');
export const fullChainPkcs7File: PresetFile = { ...fullChainFile, name: 'fullchain.p7b', format: 'pkcs7' };

/** Joins the pieces of each line, and the lines; `null` if a piece can't be expressed. */
export function linesOf(...lines: readonly (readonly (string | null)[])[]): string | null {
  if (lines.some((pieces) => pieces.includes(null))) return null;
  return `${lines.map((pieces) => pieces.join('')).join('\n')}\n`;
}

/** Needs no quotes in any of these languages. Line ends and invisible characters are refused. */
export const plainPath = /^[A-Za-z0-9_./:-]+$/u;

/** Puts a path in quotes if necessary, with a backslash before special characters. */
export function quoted(path: string, special: RegExp): string {
  return plainPath.test(path) ? path : `"${path.replace(special, '\\$&')}"`;
}

/** A Windows path with `/`, which Windows accepts as well, for a language in which `\` is an escape character. */
export function withSlashes(path: string): string {
  return /^(?:[A-Za-z]:\\|\\\\)/u.test(path) ? path.replaceAll('\\', '/') : path;
}
