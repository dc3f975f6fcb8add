/** The configuration as a file. */
export const configuration = {
  kind: {
    setting: 'setting',
    connection: 'connection',
    order: 'order',
    endpoint: 'endpoint',
    preset: 'preset',
  },
} as const;
