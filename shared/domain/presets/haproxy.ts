import { isCleanText } from '../../text.ts';
import { type BuiltinPreset, linesOf, pemFile, quoted } from './builtinPreset.ts';

/** A path as an argument of HAProxy (its manual, section 2.2): three characters need an escape within `"`. */
function inHaproxy(path: string): string | null {
  return isCleanText(path) ? quoted(path, /["\\$]/gu) : null;
}

export const haproxy = {
  id: 'haproxy',
  texts: {
    en: { name: 'HAProxy', about: 'Everything in one file.' },
    'zh-CN': { name: 'HAProxy', about: '全部内容合为一个文件，符合 HAProxy 的要求。' },
  },
  // Every version reads a single file.
  files: [pemFile('haproxy.pem', 'key', 'leaf', 'chain')],
  server: {
    needs: ['combined'],
    lines: (combined) => linesOf(['bind :443 ssl crt ', inHaproxy(combined)]),
    reload: { unix: ['systemctl', 'reload', 'haproxy'] },
  },
} as const satisfies BuiltinPreset;
