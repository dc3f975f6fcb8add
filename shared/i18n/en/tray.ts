/** The tray's tooltip and menu. */
export const tray = {
  open: 'Open NotAfter',
  syncNow: 'Sync now',
  pauseAlerts: 'Pause notifications',
  resumeAlerts: 'Resume notifications',
  settings: 'Settings',
  quit: 'Quit NotAfter',
  order: '{{title}} – {{words}}',
  waiting_one: '{{count, number}} delivery waiting',
  waiting_other: '{{count, number}} deliveries waiting',
  waitingToo_one: '{{text}}. {{count, number}} delivery waiting',
  waitingToo_other: '{{text}}. {{count, number}} deliveries waiting',
  alertsPaused: '{{text}}. Notifications paused',
  tooltip: '{{app}}: {{state}}',
  tooltipNext: '{{app}}: {{state}}. Next: {{title}} – {{words}}',
  tooltipFirst: '{{app}}: {{state}}. First: {{title}} – {{words}}',
  needAttention_one: '{{count, number}} order needs attention',
  needAttention_other: '{{count, number}} orders need attention',
  noOrders: 'no orders yet',
  allHealthy_one: '{{count, number}} order, healthy',
  allHealthy_other: '{{count, number}} orders, all healthy',
  noHost: {
    title: 'NotAfter keeps running without a tray icon',
    detail:
      'This desktop has no tray. NotAfter keeps checking your orders and notifies you. To open the window again, start NotAfter again.',
    keepRunning: 'Keep running',
  },
} as const;
