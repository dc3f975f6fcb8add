import type { verbs as english } from '../en/verbs.ts';
import type { Translation } from '../types.ts';

export const verbs: Translation<typeof english> = {
  update: '更新文件',
  copyChain: '复制完整证书链',
  snoozeDay: '1 天内不提醒',
  snoozeWeek: '1 周内不提醒',
  snoozeRenewal: '续期之前不提醒',
  thresholds: '预警规则…',
  drag: {
    failed: '无法拖出文件',
    tooMany: '一次最多拖出 {{count, number}} 个订单',
    tooManyNext: '请改为导出到文件夹。',
    ready: '文件已就绪',
    again: '请在一分钟内再次拖动。',
    incomplete_other: '{{count, number}} 条证书链没有通向已知的根证书',
    incompleteNext: '“导出…”会显示缺少哪张证书。私有 CA 可添加到连接中。',
    left_other: '{{count, number}} 个订单未包含在内',
    reason: '{{title}}：{{why}}。',
    needsReview: '需要核对，请用“导出…”查看',
    refused: '没有收到文件？',
    refusedNext: 'GNOME“文件”和部分其他程序不接受这样拖出的文件。请改用“导出…”。',
  },
};
