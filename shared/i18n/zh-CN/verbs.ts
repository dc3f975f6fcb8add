import type { verbs as english } from '../en/verbs.ts';
import type { Translation } from '../types.ts';

export const verbs: Translation<typeof english> = {
  update: '更新文件',
  copyChain: '复制完整证书链',
  snoozeDay: '一天内不提醒',
  snoozeWeek: '一周内不提醒',
  snoozeRenewal: '续期之前不提醒',
};
