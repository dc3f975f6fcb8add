import { isCleanText } from '../../text.ts';
import { type BuiltinPreset, fullChainFile, keyFile, linesOf, quoted, withSlashes } from './builtinPreset.ts';

/**
 * A path as an argument of nginx, quoted if necessary, with `/` on Windows too. `null` for a `$`, which starts a variable in
 * these directives since nginx 1.15.9 and can't be escaped.
 */
function inNginx(path: string): string | null {
  return !isCleanText(path) || path.includes('$') ? null : quoted(withSlashes(path), /["\\]/gu);
}

export const nginx = {
  id: 'nginx',
  texts: {
    en: { name: 'nginx', about: 'Full chain and private key in two files.' },
    'zh-CN': { name: 'nginx', about: '完整证书链与私钥，各为一个文件。' },
  },
  files: [keyFile, fullChainFile],
  server: {
    needs: ['key', 'certificate'],
    lines: (key, certificate) =>
      linesOf(
        ['ssl_certificate     ', inNginx(certificate), ';'],
        ['ssl_certificate_key ', inNginx(key), ';'],
      ),
    reload: { unix: ['nginx', '-s', 'reload'], windows: ['nginx', '-s', 'reload'] },
  },
} as const satisfies BuiltinPreset;
