import { exportFileNames } from '../export.ts';
import { type BuiltinPreset, fullChainFile, keyFile, pemFile } from './builtinPreset.ts';

export const pem = {
  id: 'pem',
  texts: {
    en: { name: 'All PEM files', about: 'All files of the order, named as Certbot names them.' },
    'zh-CN': { name: '全部 PEM 文件', about: '服务端返回的全部文件，按 Certbot 的方式命名。' },
  },
  files: [
    keyFile,
    fullChainFile,
    pemFile(exportFileNames.certificateServer, 'leaf'),
    pemFile(exportFileNames.certificateChain, 'chain'),
  ],
} as const satisfies BuiltinPreset;
