/** The configuration as a file. */
export const configuration = {
  kind: {
    setting: '设置',
    connection: '连接',
    order: '订单',
    endpoint: '端点',
    preset: '预设',
  },
} as const;
