import type { PresetFile, PresetFormat, PresetPart } from './preset.ts';

/** What a file of a format contains. */
export interface FormatRules {
  /** Parts of every such file. */
  readonly always: readonly PresetPart[];
  /** Parts that it may contain as well. */
  readonly optional: readonly PresetPart[];
  /** Whether a file contains one part only. */
  readonly isSingle: boolean;
  /** Whether the file is encrypted with a passphrase. */
  readonly isEncrypted: boolean;
  /** Usual endings of its name, the most usual first. */
  readonly extensions: readonly [string, ...string[]];
}

const pkcs12: FormatRules = {
  always: ['key', 'leaf'],
  optional: ['chain', 'root'],
  isSingle: false,
  isEncrypted: true,
  extensions: ['.p12', '.pfx'],
};

/** The rules of each format. */
export const formatRules: Readonly<Record<PresetFormat, FormatRules>> = {
  pem: {
    always: [],
    optional: ['key', 'leaf', 'chain', 'root'],
    isSingle: false,
    isEncrypted: false,
    extensions: ['.pem', '.crt', '.cer', '.key'],
  },
  pkcs12,
  pkcs12Compatible: pkcs12,
  pkcs8: { always: ['key'], optional: [], isSingle: true, isEncrypted: true, extensions: ['.key', '.pem'] },
  der: {
    always: [],
    optional: ['key', 'leaf', 'root'],
    isSingle: true,
    isEncrypted: false,
    extensions: ['.der', '.cer', '.crt', '.key'],
  },
  pkcs7: {
    always: ['leaf'],
    optional: ['chain', 'root'],
    isSingle: false,
    isEncrypted: false,
    extensions: ['.p7b', '.p7c'],
  },
  kubernetes: {
    always: ['key', 'leaf'],
    optional: ['chain', 'root'],
    isSingle: false,
    isEncrypted: false,
    extensions: ['.yaml', '.yml'],
  },
};

/** Whether a file has the private key without encryption. */
export function hasPlainKey({
  files,
}: {
  readonly files: readonly Pick<PresetFile, 'format' | 'parts'>[];
}): boolean {
  return files.some(({ format, parts }) => parts.includes('key') && !formatRules[format].isEncrypted);
}

/** Whether the files need a passphrase, so that only the user can export them. */
export function needsPassphrase({
  files,
}: {
  readonly files: readonly Pick<PresetFile, 'format'>[];
}): boolean {
  return files.some(({ format }) => formatRules[format].isEncrypted);
}
