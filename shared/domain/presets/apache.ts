import { isCleanText } from '../../text.ts';
import { type BuiltinPreset, fullChainFile, keyFile, linesOf, quoted, withSlashes } from './builtinPreset.ts';

/** A path as an argument of Apache. `null` for a `${`, which is expanded even within quotes. */
function inApache(path: string): string | null {
  return !isCleanText(path) || path.includes('${') ? null : quoted(withSlashes(path), /["\\]/gu);
}

export const apache = {
  id: 'apache',
  texts: {
    en: {
      name: 'Apache',
      about: 'Full chain and private key in two files. For Apache 2.4.8 and newer.',
    },
    'zh-CN': {
      name: 'Apache',
      about: '完整证书链与私钥，各为一个文件，适用于 Apache 2.4.8 及更新版本。',
    },
  },
  // Since Apache 2.4.8, SSLCertificateChainFile is obsolete and the chain belongs in the certificate's file.
  files: [keyFile, fullChainFile],
  server: {
    needs: ['key', 'certificate'],
    lines: (key, certificate) =>
      linesOf(
        ['SSLEngine on'],
        ['SSLCertificateFile    ', inApache(certificate)],
        ['SSLCertificateKeyFile ', inApache(key)],
      ),
    // On Windows there is no `apachectl`.
    reload: { unix: ['apachectl', 'graceful'], windows: ['httpd', '-k', 'restart'] },
  },
} as const satisfies BuiltinPreset;
