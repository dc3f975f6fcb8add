import type { AppLanguage } from '../language.ts';
import type { PresetFile } from '../preset.ts';
import { apache } from './apache.ts';
import type { BuiltinPreset, ServerRules } from './builtinPreset.ts';
import { der } from './der.ts';
import { haproxy } from './haproxy.ts';
import { iis } from './iis.ts';
import { kubernetes } from './kubernetes.ts';
import { nginx } from './nginx.ts';
import { node } from './node.ts';
import { oldWindows } from './oldWindows.ts';
import { pem } from './pem.ts';
import { pkcs7 } from './pkcs7.ts';
import { pkcs8 } from './pkcs8.ts';
import { tomcat } from './tomcat.ts';

const list = [
  pem,
  nginx,
  apache,
  haproxy,
  tomcat,
  iis,
  oldWindows,
  node,
  kubernetes,
  pkcs8,
  der,
  pkcs7,
] as const;

export type BuiltinPresetId = (typeof list)[number]['id'];

const presets: readonly (BuiltinPreset & { readonly id: BuiltinPresetId })[] = list;

/** The built-in presets, in the order in which they are offered. */
export const builtinPresetIds: readonly BuiltinPresetId[] = presets.map(({ id }) => id);

/** A server that has a preset, and lines of configuration. */
export type PresetServer = Extract<(typeof list)[number], { readonly server: ServerRules }>['id'];

const servers = list.filter((preset) => 'server' in preset);

export const presetServers: readonly PresetServer[] = servers.map(({ id }) => id);

/** How a server reads files. */
export function serverRules(server: PresetServer): ServerRules | undefined {
  return servers.find(({ id }) => id === server)?.server;
}

export interface ExportPreset {
  /** A `BuiltinPresetId`, or the id of a custom preset. */
  readonly id: string;
  /** Of a custom preset; `null` for built-in ones, whose names are in the catalogues. */
  readonly name: string | null;
  /** The folder of an order inside the target: a template as in `PresetFile`. */
  readonly folder: string;
  /** The server whose configuration snippet is shown; `null`: none. */
  readonly server: PresetServer | null;
  readonly files: readonly PresetFile[];
}

/** The built-in presets, in the order in which they are offered. */
export const builtinPresets: readonly ExportPreset[] = presets.map(({ id, files }) => ({
  id,
  name: null,
  folder: '{alias}',
  server: presetServers.find((server) => server === id) ?? null,
  files,
}));

/** The name or the description of each built-in preset, for the catalog of a language. */
export function presetTexts(
  language: AppLanguage,
  text: 'name' | 'about',
): Readonly<Record<BuiltinPresetId, string>> {
  return Object.fromEntries(presets.map(({ id, texts }) => [id, texts[language][text]])) as Record<
    BuiltinPresetId,
    string
  >;
}
