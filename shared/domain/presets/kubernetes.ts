import { isCleanText } from '../../text.ts';
import { type BuiltinPreset, linesOf, pemFile, plainPath, wholeFile } from './builtinPreset.ts';

/** A path as a word of a POSIX shell. */
function inShell(path: string): string | null {
  if (!isCleanText(path)) return null;
  return plainPath.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

export const kubernetes = {
  id: 'kubernetes',
  texts: {
    en: {
      name: 'Kubernetes',
      about: 'tls.crt and tls.key, and both as a Secret for kubectl in secret.yaml.',
    },
    'zh-CN': {
      name: 'Kubernetes',
      about: 'tls.crt 和 tls.key，以及包含二者、供 kubectl 使用的 secret.yaml。',
    },
  },
  // The names are those of the Secret's entries.
  files: [
    pemFile('tls.crt', 'leaf', 'chain'),
    pemFile('tls.key', 'key'),
    wholeFile('secret.yaml', 'kubernetes'),
  ],
  server: {
    needs: ['manifest'],
    lines: (manifest) => linesOf(['kubectl apply --server-side -f ', inShell(manifest)]),
  },
} as const satisfies BuiltinPreset;
