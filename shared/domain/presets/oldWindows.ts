import { type BuiltinPreset, wholeFile } from './builtinPreset.ts';
import { windowsStore } from './iis.ts';

/** That of IIS in the compatible format. */
export const oldWindows = {
  id: 'oldWindows',
  texts: {
    en: {
      name: 'Older Windows and macOS',
      about:
        'A PFX file with old encryption for macOS, Windows Server 2016 and older. It is weak: use a long passphrase.',
    },
    'zh-CN': {
      name: '旧版 Windows 和 macOS',
      about:
        '采用旧式加密的 PFX 文件，适用于 Windows Server 2016 及更早版本和 macOS。加密较弱，请使用较长的密码。',
    },
  },
  files: [wholeFile('certificate.pfx', 'pkcs12Compatible')],
  server: windowsStore,
} as const satisfies BuiltinPreset;
