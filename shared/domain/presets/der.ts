import { type BuiltinPreset, fullChainPkcs7File, pemFile } from './builtinPreset.ts';

export const der = {
  id: 'der',
  texts: {
    en: {
      name: 'Binary (DER)',
      about: 'Binary files for Java, Windows and appliances. The private key is not encrypted.',
    },
    'zh-CN': { name: '二进制（DER）', about: '供 Java、Windows 和各类设备使用的二进制文件。私钥未加密。' },
  },
  // DER holds one certificate, so the chain is in the binary format that holds several.
  files: [
    { ...pemFile('privkey.der', 'key'), format: 'der' },
    { ...pemFile('cert.cer', 'leaf'), format: 'der' },
    fullChainPkcs7File,
  ],
} as const satisfies BuiltinPreset;
