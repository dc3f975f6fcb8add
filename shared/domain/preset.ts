/** What stands in a file of an export, in the order in which it is written. */
export const presetParts = ['key', 'leaf', 'chain', 'root'] as const;
export type PresetPart = (typeof presetParts)[number];

/** How the parts are put into a file. `pkcs12Compatible`: 3DES and SHA-1, for old Windows and macOS. */
export const presetFormats = ['pem', 'pkcs12', 'pkcs12Compatible'] as const;
export type PresetFormat = (typeof presetFormats)[number];

/** Who may read a file; one with a private key is never readable by everybody. Octal modes 0600, 0640, 0644. */
export const presetModes = ['600', '640', '644'] as const;
export type PresetMode = (typeof presetModes)[number];

export const presetLineEnds = ['lf', 'crlf'] as const;
export type PresetLineEnds = (typeof presetLineEnds)[number];

/**
 * How new files take the place of former ones. `rename`: the former files are moved aside, then the new ones in, so that
 * there is a moment without files. `link`: each name is a symbolic link into a hidden folder beside it, and one rename
 * changes where they all lead; not on Windows, where links need a privilege.
 */
export const presetSwitchings = ['rename', 'link'] as const;
export type PresetSwitching = (typeof presetSwitchings)[number];

/** One file of a preset. */
export interface PresetFile {
  /** A template: literals and `{alias}`, `{rid}`, `{domain}`, `{notAfter}` (`YYYY-MM-DD`, UTC). A plain file name. */
  readonly name: string;
  readonly format: PresetFormat;
  /** Without repeats; PKCS#12 holds key, leaf and chain, with the root on demand. */
  readonly parts: readonly PresetPart[];
  readonly mode: PresetMode;
  /** Of PEM alone. */
  readonly lineEnds: PresetLineEnds;
}

/** Servers that lines of configuration can be written for. `oldWindows`: PKCS#12 in the compatible form. */
export const presetServers = ['nginx', 'apache', 'haproxy', 'tomcat', 'iis', 'oldWindows', 'node'] as const;
export type PresetServer = (typeof presetServers)[number];

/** The presets that come with the app: plain files, and one for each server. */
export const builtinPresetIds = ['pem', ...presetServers] as const;
export type BuiltinPresetId = (typeof builtinPresetIds)[number];

/** Which files an order is exported as. */
export interface ExportPreset {
  /** A `BuiltinPresetId`, or the id of an own one. */
  readonly id: string;
  /** The person's name for an own preset; `null` for those that come with the app, whose names are in the catalogs. */
  readonly name: string | null;
  /** The folder of an order inside the target: a template as of `PresetFile`. */
  readonly folder: string;
  readonly switching: PresetSwitching;
  /** Whose lines of configuration an export shows; `null`: no lines. */
  readonly server: PresetServer | null;
  readonly files: readonly PresetFile[];
}

/** The most own presets, and the most files of one. */
export const OWN_PRESETS_MAX = 50;
export const PRESET_FILES_MAX = 10;

/** The longest template of a folder or file. What comes out of it is shorter still: see `presetTemplate.ts`. */
export const TEMPLATE_MAX = 200;

/** Whether a preset's files are read by Java, which before version 25 takes ASCII passphrases only (JDK-8348732). */
export function isForJava({ server }: Pick<ExportPreset, 'server'>): boolean {
  return server === 'tomcat';
}

/** Whether a preset needs a passphrase when it is exported. */
export function needsPassphrase({ files }: Pick<ExportPreset, 'files'>): boolean {
  return files.some(({ format }) => format !== 'pem');
}
