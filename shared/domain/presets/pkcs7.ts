import { type BuiltinPreset, fullChainPkcs7File, keyFile } from './builtinPreset.ts';

export const pkcs7 = {
  id: 'pkcs7',
  texts: {
    en: {
      name: 'PKCS#7 (P7B)',
      about:
        'The full chain as one P7B file, to import into Java, Windows or Oracle, and the private key as PEM.',
    },
    'zh-CN': {
      name: 'PKCS#7（P7B）',
      about: '完整证书链合为一个 P7B 文件，可导入 Java、Windows 或 Oracle，私钥另存为 PEM。',
    },
  },
  // PKCS#7 never holds a key.
  files: [fullChainPkcs7File, keyFile],
} as const satisfies BuiltinPreset;
