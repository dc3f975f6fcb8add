import type { windowTexts as english } from '../en/window.ts';
import type { Translation } from '../types.ts';

export const windowTexts: Translation<typeof english> = {
  places: {
    renewal: {
      due: '应当续期',
      expected: '预计在 {{date}}前续期',
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
