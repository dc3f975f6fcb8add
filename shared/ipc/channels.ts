/** Every call that the renderer can make, by the name of its channel. */
export const callNames = [
  'app:snapshot',
  'app:openLink',
  'app:copyText',
  'app:showLog',
  'app:copyDiagnostics',
  'app:licences',
  'connections:chooseCaFile',
  'connections:add',
  'connections:update',
  'connections:remove',
  'connections:setToken',
  'connections:removeToken',
  'connections:test',
  'keychain:retry',
  'keychain:setMemoryConsent',
  'orders:add',
  'orders:details',
  'orders:setAlias',
  'orders:remove',
  'orders:restore',
  'orders:sync',
  'settings:set',
  'alerts:snooze',
  'alerts:unsnooze',
  'alerts:setPaused',
  'export:start',
  'export:confirm',
  'export:cancel',
  'export:dismiss',
  'export:reveal',
  'update:check',
  'update:download',
  'update:install',
] as const;

export type CallName = (typeof callNames)[number];

/** Every event that main sends to the renderer. */
export const eventNames = ['app:delta', 'app:openOrder', 'app:openDialog'] as const;

export type EventName = (typeof eventNames)[number];
