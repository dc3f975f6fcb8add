import { escapeUnsafe } from '../../text.ts';
import { type BuiltinPreset, fullChainFile, keyFile, linesOf } from './builtinPreset.ts';

/** A path as a JavaScript string. */
function inJavaScript(path: string): string {
  return escapeUnsafe(JSON.stringify(path), (codePoint) => `\\u${codePoint.toString(16).padStart(4, '0')}`);
}

export const node = {
  id: 'node',
  texts: {
    en: { name: 'Node.js', about: 'Full chain and private key in two files, as Node.js reads them.' },
    'zh-CN': { name: 'Node.js', about: '完整证书链与私钥，各为一个文件，可由 Node.js 直接读取。' },
  },
  files: [keyFile, fullChainFile],
  server: {
    needs: ['key', 'certificate'],
    lines: (key, certificate) =>
      linesOf(
        [`import { readFileSync } from 'node:fs';`],
        [`import { createServer } from 'node:https';`],
        [''],
        ['const server = createServer({'],
        ['  key: readFileSync(', inJavaScript(key), '),'],
        ['  cert: readFileSync(', inJavaScript(certificate), '),'],
        ['});'],
      ),
  },
} as const satisfies BuiltinPreset;
