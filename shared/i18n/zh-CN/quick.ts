import type { quick as english } from '../en/quick.ts';
import type { Translation } from '../types.ts';

export const quick: Translation<typeof english> = {
  search: '搜索订单',
  attention: '需要处理',
  next: '接下来',
  noOrders: '暂无订单。请打开窗口添加。',
  because: '{{words}} · {{reason}}',
  nothingFound: '没有匹配的订单',
  started: '已开始，结果将显示在订单中。',
  details: '详情',
  window: '窗口',
};
