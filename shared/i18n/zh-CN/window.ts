import type { windowTexts as english } from '../en/window.ts';
import type { Translation } from '../types.ts';

export const windowTexts: Translation<typeof english> = {
  places: {
    renewal: {
      due: '应当续期',
      usualOnce: '上次在到期前 {{lead}}续期，预计约在 {{date}}续期。',
      usual: '通常在到期前 {{lead}}续期，约在 {{date}}。',
      dueUsual: '通常在到期前 {{lead}}续期；现在还剩 {{left}}，应当续期。',
      overdueUsual: '通常在到期前 {{lead}}续期；现在还剩 {{left}}，续期已逾期 {{time}}。',
      missedUsual: '通常在到期前 {{lead}}续期，这次没有。',
      expected: '预计在 {{date}}前续期',
      expectedThird: '预计在 {{date}}前续期，届时剩余三分之一有效期。',
    },
  },
  inbox: {
    nav: {
      label: '视图',
      orders: '订单',
      inbox: '推送记录',
      waiting_other: '{{count, number}} 个待处理',
    },
  },
  timeline: {
    tab: '时间线',
  },
  help: {
    open: '帮助（F1）',
  },
};
