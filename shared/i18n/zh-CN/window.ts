import type { windowTexts as english } from '../en/window.ts';
import type { Translation } from '../types.ts';

export const windowTexts: Translation<typeof english> = {
  places: {
    bulk: {
      open: '添加建议的端点…',
      short: '端点…',
      title: '添加建议的端点？',
      text: '将根据证书中的名称，为 {{orders}}添加 {{endpoints}}。',
      endpoints_other: '{{count, number}} 个端点',
      orders_other: '{{count, number}} 个订单',
      known_other: '{{count, number}} 个已存在。',
      wildcards_other: '{{count, number}} 个通配符名称需要具体主机，可在其订单中填写。',
      noRoom_other:
        '{{count, number}} 个无法添加：每个订单最多 {{most}} 个端点，所有订单共 {{mostOfAll}} 个。',
      nothing: '没有可添加的端点。',
      connects: 'NotAfter 现在会连接每个端点，此后每 12 小时一次。',
      confirm_other: '添加 {{count, number}} 个端点',
      done_other: '已添加 {{count, number}} 个端点',
    },
    checkNow: '立即检查',
    filter: {
      drifted: '不一致',
      driftedHint: '只显示当前证书未在所有应有之处（服务器和副本）、或无法确认的订单',
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
    report: {
      menu: '报告',
      about: '所有订单，不含机密信息',
      copy: '复制报告',
      save: { markdown: '另存为 Markdown…', csv: '另存为 CSV…', json: '另存为 JSON…' },
      copied: '报告已复制',
      copiedText: '可粘贴到工单中。其中只有名称和日期，没有机密信息。',
      saved: '已保存为 {{name}}',
      failed: '无法生成报告',
    },
  },
  inbox: {
    nav: {
      label: '视图',
      orders: '订单',
      inbox: '收件箱',
      waiting_other: '{{count, number}} 个待处理',
      receiver: '接收器',
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
