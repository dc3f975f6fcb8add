import type { keychain as english } from '../en/keychain.ts';
import type { Translation } from '../types.ts';

export const keychain: Translation<typeof english> = {
  waiting: {
    title: '系统钥匙串正在等待您的操作',
    text: '可能有一个窗口正在等待确认或输入密码。NotAfter 最多等待两分钟，之后暂不使用令牌。',
    stop: '停止等待',
  },
  retry: {
    keychainLocked: '解锁钥匙串',
    keychainDenied: '重试',
    keychainTimedOut: '重试',
    keychainUnavailable: '重试',
  },
  help: '查看设置方法',
  keepInMemory: '仅保留在内存中，直到退出 NotAfter',
  useMemory: '仅保留在内存中',
  memoryExplained: '所填内容不会写入磁盘，重启后需要重新填写。',
  memoryActive: '令牌和密钥仅保留在内存中，直到退出 NotAfter',
  memoryHint: {
    keychainLocked: '系统钥匙串已锁定。如不解锁，重启后需要重新填写。',
    keychainDenied: 'NotAfter 无权访问系统钥匙串，重启后需要重新填写。',
    keychainTimedOut: '系统钥匙串没有响应，重启后需要重新填写。',
    keychainUnavailable: '没有可用的系统钥匙串，重启后需要重新填写。',
  },
  endConsent: '立即清除',
};
