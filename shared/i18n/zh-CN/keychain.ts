import type { keychain as english } from '../en/keychain.ts';
import type { Translation } from '../types.ts';

export const keychain: Translation<typeof english> = {
  tryAgain: '重试',
  help: '查看设置方法',
  keepInMemory: '仅保留在内存中，直到退出 NotAfter',
  useMemory: '仅保留在内存中',
  memoryExplained: '所填内容不会写入任何位置，下次启动 NotAfter 后需要重新填写。',
  memoryActive: '令牌和密钥仅保留在内存中，直到退出 NotAfter',
  memoryActiveHint: '没有可用的系统钥匙串，下次启动后需要重新填写。',
  endConsent: '不再保留',
};
