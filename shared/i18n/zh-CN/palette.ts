import type { palette as english } from '../en/palette.ts';
import type { Translation } from '../types.ts';

export const palette: Translation<typeof english> = {
  title: '命令',
  hint: '查找订单、操作或设置',
  none: '没有匹配项。',
  results_other: '{{count, number}} 项结果',
  group: { orders: '订单', actions: '操作', settings: '设置' },
  show: '显示{{view}}',
};
