/** The tray's tooltip and menu. */
export const tray = {
  open: 'Open NotAfter',
  syncNow: 'Sync now',
  pauseAlerts: 'Pause alerts',
  resumeAlerts: 'Resume alerts',
  settings: 'Settings',
  quit: 'Quit NotAfter',
  order: '{{title}} – {{words}}',
  waiting_one: '{{count, number}} delivery waits',
  waiting_other: '{{count, number}} deliveries wait',
  waitingToo_one: '{{text}}. {{count, number}} delivery waits',
  waitingToo_other: '{{text}}. {{count, number}} deliveries wait',
  alertsPaused: '{{text}}. Alerts are paused',
  tooltip: '{{app}}: {{state}}',
  tooltipNext: '{{app}}: {{state}}. Next: {{title}} – {{words}}',
  tooltipFirst: '{{app}}: {{state}}. First: {{title}} – {{words}}',
  needAttention_one: '{{count, number}} order needs attention',
  needAttention_other: '{{count, number}} orders need attention',
  noOrders: 'no orders yet',
  allHealthy_one: '{{count, number}} order, healthy',
  allHealthy_other: '{{count, number}} orders, all healthy',
  noHost: {
    title: 'NotAfter goes on without a tray icon',
    detail:
      'This desktop has no place for tray icons. NotAfter keeps checking your orders and alerts you. To bring the window back, start NotAfter again.',
    keepRunning: 'Keep running',
  },
} as const;
