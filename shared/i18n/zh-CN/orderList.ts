import type { orderList as english } from '../en/orderList.ts';
import type { Translation } from '../types.ts';

export const orderList: Translation<typeof english> = {
  empty: {
    title: '还没有订单',
    text: '粘贴订单的 rid，它们的证书及剩余时间就会显示在这里。',
    noMatchTitle: '没有匹配的订单',
    noMatchText: '没有订单符合当前的搜索和筛选条件。',
    showAll: '显示全部订单',
  },
  selection: {
    label: '已选订单',
    count_other: '已选 {{count, number}} 个',
    clear: '取消选择',
  },
  removal: {
    title_other: '移除 {{count, number}} 个订单？',
    text: '其文件夹、服务器、标签、备注和历史记录会一并移除。服务端不会有任何改动。退出 NotAfter 之前，可按 {{keys}} 恢复。',
  },
  statusCount: '{{status}} {{count, number}}',
  groupByTag: '按标签分组',
  strip: {
    label: '未来 90 天内到期的订单（按周）',
    today: '今天',
    week_other: '{{days}}：{{count, number}} 个订单到期（{{parts}}）',
    none: '{{days}}：没有订单到期',
    part: '{{status}}：{{count, number}}',
  },
  search: {
    example: {
      time: '<14d  >90d',
      status: 'status:紧急',
      issuer: 'issuer:名称',
      server: 'server:主机',
      tag: 'tag:名称',
      note: 'note:词语',
      not: '-词语  "多个词"',
    },
    about: {
      time: '剩余时间：h 小时、d 天、w 周',
      status: '一个或多个状态，以逗号分隔',
      issuer: '证书的颁发者',
      server: 'NotAfter 检查的服务器',
      tag: '标签的开头；tag:"名称" 表示整个标签',
      note: '订单的备注',
      not: '排除；作为整体查找',
    },
    problem: {
      time: '“{{word}}”不是有效时间。请输入 <14d、>12h 或 <2w。',
      status: '“{{word}}”不是有效状态。请使用列表上方的状态，例如 status:紧急。',
    },
  },
  serviceWaits_other: '{{count, number}} 个订单：服务要求稍后再查，最晚 {{until}} 再查',
};
