import { type BuiltinPreset, fullChainFile, pemFile } from './builtinPreset.ts';

export const pkcs8 = {
  id: 'pkcs8',
  texts: {
    en: {
      name: 'Encrypted key (PKCS#8)',
      about:
        'The private key with a passphrase, and the full chain. For servers that ask for the passphrase.',
    },
    'zh-CN': {
      name: '加密私钥（PKCS#8）',
      about: '由密码保护的私钥，以及完整证书链，适用于启动时可输入密码的服务器。',
    },
  },
  // Another name than that of the plain key, so that no server finds an encrypted one where it was.
  files: [{ ...pemFile('privkey-encrypted.pem', 'key'), format: 'pkcs8' }, fullChainFile],
} as const satisfies BuiltinPreset;
