import type { tray as english } from '../en/tray.ts';
import type { Translation } from '../types.ts';

export const tray: Translation<typeof english> = {
  find: '查找订单…',
  open: '打开 NotAfter',
  syncNow: '立即同步',
  pauseAlerts: '暂停通知',
  resumeAlerts: '恢复通知',
  resumeAlertsUntil: '恢复通知（已暂停至 {{until}}）',
  settings: '设置',
  quit: '退出 NotAfter',
  order: '{{title}}：{{words}}',
  waiting_other: '{{count, number}} 个推送待处理',
  waitingToo_other: '{{text}}。{{count, number}} 个推送待处理',
  alertsPaused: '{{text}}。通知已暂停',
  alertsPausedUntil: '{{text}}。通知已暂停至 {{until}}',
  tooltip: '{{app}}：{{state}}',
  tooltipNext: '{{app}}：{{state}}。最近到期：{{title}}，{{words}}',
  tooltipFirst: '{{app}}：{{state}}。请先处理：{{title}}，{{words}}',
  windowTitle_other: '{{app}}：{{count, number}} 项需要处理',
  orders_other: '{{count, number}} 个订单',
  rejectedToo_other: '{{text}}，{{count, number}} 个令牌被拒',
  clockToo: '{{clock}}。{{text}}',
  needAttention_other: '{{count, number}} 个订单需要处理',
  noOrders: '暂无订单',
  allHealthy_other: '{{count, number}} 个订单全部正常',
  stays: {
    title: 'NotAfter 将继续运行',
    tray: '可通过托盘图标打开或退出。',
    menuBar: '可通过菜单栏图标打开或退出。',
  },
  noLinks: {
    title: '以普通文件代替符号链接',
    text: '使用符号链接的预设今后改为写入普通文件：{{presets}}。',
  },
  noHost: {
    title: 'NotAfter 将在没有托盘图标的情况下继续运行',
    detail:
      '此桌面没有托盘区域。NotAfter 会继续检查您的订单并发送通知。要重新打开窗口，请再次启动 NotAfter。',
    keepRunning: '继续运行',
  },
};
