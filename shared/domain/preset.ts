/** The parts of an exported file, in the order in which they are written. */
export const presetParts = ['key', 'leaf', 'chain', 'root'] as const;
export type PresetPart = (typeof presetParts)[number];

/**
 * File formats; see `formatRules`. `pkcs12Compatible`: 3DES and SHA-1, for old Windows and macOS. `pkcs8`: the private key,
 * encrypted. `der`: one binary part. `pkcs7`: certificates alone. `kubernetes`: a Secret of type `kubernetes.io/tls`.
 */
export const presetFormats = [
  'pem',
  'pkcs12',
  'pkcs12Compatible',
  'pkcs8',
  'der',
  'pkcs7',
  'kubernetes',
] as const;
export type PresetFormat = (typeof presetFormats)[number];

/** Octal modes 0600, 0640 and 0644; files with a private key are never world-readable. */
export const presetModes = ['600', '640', '644'] as const;
export type PresetMode = (typeof presetModes)[number];

export const presetLineEnds = ['lf', 'crlf'] as const;
type PresetLineEnds = (typeof presetLineEnds)[number];

export interface PresetFile {
  /** A template for a plain file name: literals and `{alias}`, `{rid}`, `{domain}`, `{notAfter}` (`YYYY-MM-DD`, UTC). */
  readonly name: string;
  readonly format: PresetFormat;
  /** Without duplicates, and as the format allows. */
  readonly parts: readonly PresetPart[];
  readonly mode: PresetMode;
  readonly lineEnds: PresetLineEnds;
}

/** Maximum number of custom presets, and of files in one. */
export const OWN_PRESETS_MAX = 50;
export const PRESET_FILES_MAX = 10;

/** Maximum length of a template. The resulting names are shorter: see `presetTemplate.ts`. */
export const TEMPLATE_MAX = 200;
