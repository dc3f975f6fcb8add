import type { windowTexts as english } from '../en/window.ts';
import type { Translation } from '../types.ts';

export const windowTexts: Translation<typeof english> = {
  places: {
    checkNow: '立即检查',
    filter: {
      driftedHint: '只显示当前证书未部署到所有服务器和导出文件的订单',
      overdue: '逾期',
      overdueHint: '只显示已过通常续期时间的订单',
    },
    renewal: {
      due: '应当续期',
      overdue: '续期已逾期 {{time}}',
      usual: '通常在到期前 {{lead}}续期，约在 {{date}}。',
      third: '预计约在 {{date}}续期，即剩余三分之一有效期时。',
      dueUsual: '通常在到期前 {{lead}}续期；现在还剩 {{left}}，应当续期。',
      dueThird: '有效期剩余不到三分之一（{{left}}），应当续期。',
      overdueUsual:
        '通常在到期前 {{lead}}续期；现在还剩 {{left}}，续期已逾期 {{time}}：请到服务端检查自动续期。',
      overdueThird:
        '通常在剩余三分之一有效期（{{lead}}）时续期；现在还剩 {{left}}，续期已逾期 {{time}}：请到服务端检查自动续期。',
      missedUsual: '通常在到期前 {{lead}}续期，这次没有。',
      missedThird: '在最后三分之一有效期内没有续期。',
    },
  },
  inbox: {
    nav: {
      label: '视图',
      orders: '订单',
      inbox: '推送记录',
      waiting_other: '{{count, number}} 个待处理',
      receiver: '推送接收',
    },
  },
  timeline: {
    tab: '时间线',
  },
  help: {
    open: '帮助（F1）',
  },
  connections: {
    addConnection: '新建连接',
  },
};
