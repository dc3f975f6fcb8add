import type { common as english, laterCommon as laterEnglish } from '../en/common.ts';
import type { Translation } from '../types.ts';

export const common: Translation<typeof english> = {
  appName: 'NotAfter',
  close: '关闭',
  tryAgain: '重试',
  copied: '已复制',
  listSeparator: '、',
  sentences: '{{first}}{{second}}',
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
  expired: '{{ago}}过期',
};

export const laterCommon: Translation<typeof laterEnglish> = {
  cancel: '取消',
  save: '保存',
  back: '上一步',
  next: '下一步',
  done: '完成',
  copyWhat: '复制{{what}}',
  optional: '（可选）',
  showMore_other: '还有 {{count, number}} 项',
  unsaved: {
    question: '有未保存的更改。',
    stay: '继续编辑',
    drop: '放弃',
  },
  expires: '{{time}}后到期',
};
