import type { common as english } from '../en/common.ts';
import type { Translation } from '../types.ts';

export const common: Translation<typeof english> = {
  appName: 'NotAfter',
  cancel: '取消',
  close: '关闭',
  save: '保存',
  back: '上一步',
  next: '下一步',
  done: '完成',
  tryAgain: '重试',
  copyWhat: '复制{{what}}',
  copied: '已复制',
  optional: '（可选）',
  listSeparator: '、',
  sentences: '{{first}}{{second}}',
  showMore_other: '还有 {{count, number}} 项',
  unsaved: {
    question: '有未保存的更改。',
    stay: '继续编辑',
    drop: '放弃',
  },
  time: {
    justNow: '刚刚',
    ago: '{{time}}前',
    days_other: '{{count, number}} 天',
    hours: '{{hours}} 小时',
    minutes: '{{minutes}} 分钟',
    seconds: '{{seconds}} 秒',
    daysHours: '{{days}} 天 {{hours}} 小时',
    hoursMinutes: '{{hours}} 小时 {{minutes}} 分钟',
    minutesSeconds: '{{minutes}} 分钟 {{seconds}} 秒',
    underAnHour: '不到 1 小时',
    underAMinute: '不到 1 分钟',
  },
  expires: '{{time}}后到期',
  expired: '{{ago}}过期',
};
