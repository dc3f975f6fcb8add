import { isCleanText } from '../../text.ts';
import { type BuiltinPreset, linesOf, type ServerRules, wholeFile } from './builtinPreset.ts';

/** A path as a literal string of PowerShell, which typographic quotes end as well. */
function inPowerShell(path: string): string | null {
  return !isCleanText(path) ? null : `'${path.replace(/['\u2018\u2019\u201a\u201b]/gu, '$&$&')}'`;
}

/** PowerShell imports the file into the store of Windows. */
export const windowsStore = {
  needs: ['keystore'],
  lines: (file) =>
    linesOf(
      ['Import-PfxCertificate -FilePath ', inPowerShell(file), ' `'],
      ['  -CertStoreLocation Cert:\\LocalMachine\\My `'],
      ['  -Password (Read-Host -AsSecureString)'],
    ),
} as const satisfies ServerRules;

export const iis = {
  id: 'iis',
  texts: {
    en: {
      name: 'IIS and Windows',
      about: 'A PFX file with a passphrase, to import into Windows and IIS.',
    },
    'zh-CN': { name: 'IIS 和 Windows', about: '可导入 Windows 和 IIS 的 PFX 文件，由密码保护。' },
  },
  files: [wholeFile('certificate.pfx', 'pkcs12')],
  server: windowsStore,
} as const satisfies BuiltinPreset;
