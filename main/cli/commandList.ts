import { readThreshold } from '#shared/domain/thresholdInput.ts';
import { parseThreshold } from '#shared/domain/typedThreshold.ts';
import { type Command, defineCommand, json, MANY, operands, shells } from './command.ts';
import {
  askedSecret,
  notBoth,
  refuseCheck,
  refuseConnectionsAdd,
  refuseExport,
  refuseHooksAdd,
  refuseThresholds,
  timeoutOf,
} from './optionRules.ts';

/**
 * What the words of each command are, in the order of the help. Each command loads all of it, so what a command does is
 * loaded when it runs.
 */
export const commandList: readonly Command[] = [
  defineCommand('status', 'status', {
    operands: operands.orders,
    options: {
      json: { about: 'json' },
      'fail-within': {
        about: 'failWithin',
        value: '14d',
        reads: (word: string) => {
          const threshold = parseThreshold(word);
          return threshold && { threshold, word };
        },
      },
    },
    needs: ['files'],
    load: async () => (await import('./commands/status.ts')).status,
  }),
  defineCommand('check', 'check', {
    operands: operands.orders,
    // The short names are those of all monitoring plugins.
    options: {
      warning: { about: 'warning', short: 'w', value: '14d', reads: readThreshold },
      critical: { about: 'critical', short: 'c', value: '7d', reads: readThreshold },
      timeout: { about: 'timeout', short: 't', value: '10', ofProcess: true },
      verbose: { about: 'verbose', short: 'v', mayRepeat: true },
      json,
      version: { about: 'version', short: 'V', ofProcess: true },
    },
    needs: ['files'],
    refuse: ({ options }) => refuseCheck(options),
    timeoutMs: ({ options: { timeout } }) => timeoutOf(timeout),
    load: async () => (await import('./commands/check.ts')).check,
  }),
  defineCommand('metrics', 'metrics', {
    operands: operands.none,
    options: {
      out: { about: 'out', value: 'FILE', completes: 'files', ofProcess: true },
      'tag-label': { about: 'tagLabel', value: 'KEY' },
      json: { about: 'jsonOfFile' },
    },
    needs: ['files'],
    // Metrics have a format of their own; only the file is described.
    refuse: ({ options }) =>
      options.json && options.out === null ? { kind: 'optionMissing', option: '--out' } : null,
    // node_exporter runs as another user, and the metrics have no secrets.
    path: ({ options: { out } }) =>
      out === null ? null : { kind: 'writes', path: out, readers: 'everyone' },
    load: async () => (await import('./commands/metrics.ts')).metrics,
  }),
  defineCommand('sync', 'sync', {
    operands: operands.orders,
    options: { json },
    needs: ['secrets', 'polling'],
    givesWay: true,
    load: async () => (await import('./commands/sync.ts')).sync,
  }),
  defineCommand('update', 'update', {
    operands: operands.orders,
    options: { json },
    needs: ['secrets', 'polling', 'files'],
    givesWay: true,
    load: async () => (await import('./commands/update.ts')).update,
  }),
  defineCommand('export', 'export', {
    operands: operands.someOrders,
    options: {
      all: { about: 'all' },
      preset: { about: 'preset', value: 'nginx', completes: 'presets', isRequired: true },
      to: { about: 'to', value: 'DIR', completes: 'folders', isRequired: true, ofProcess: true },
      replace: { about: 'replace' },
      keep: { about: 'keep' },
      'accept-warnings': { about: 'acceptWarnings' },
      'keep-updated': { about: 'keepUpdated' },
      run: { about: 'reloadCommand', value: 'COMMAND' },
      'passphrase-file': { about: 'passphraseFile', value: 'FILE', completes: 'files', ofProcess: true },
      'passphrase-stdin': { about: 'passphraseStdin', ofProcess: true },
      json,
    },
    needs: ['secrets'],
    refuse: refuseExport,
    secret: ({ options }) =>
      askedSecret('passphrase', options['passphrase-file'], options['passphrase-stdin']),
    path: ({ options: { to } }) => ({ kind: 'folder', path: to }),
    load: async () => (await import('./commands/export.ts')).exportFiles,
  }),
  defineCommand('probe', 'probe', {
    operands: operands.orders,
    options: { json },
    needs: ['probing'],
    givesWay: true,
    load: async () => (await import('./commands/probe.ts')).probe,
  }),
  defineCommand('receive', 'receive', {
    operands: operands.none,
    options: { json: { about: 'jsonDeliveries' } },
    needs: ['secrets', 'polling', 'receiving'],
    givesWay: true,
    load: async () => (await import('./commands/receive.ts')).receive,
  }),
  defineCommand('run', 'run', {
    operands: operands.none,
    options: {
      config: { about: 'runConfig', value: 'FILE', completes: 'files' },
      'accept-warnings': { about: 'importWarnings' },
    },
    refuse: ({ options }) =>
      options['accept-warnings'] && options.config === null
        ? { kind: 'optionMissing', option: '--config' }
        : null,
    service: ({ options }) => ({
      configurationFile: options.config,
      acceptsWarnings: options['accept-warnings'],
    }),
    load: async () => (await import('./commands/app.ts')).run,
  }),
  defineCommand('quick', 'quick', {
    operands: operands.none,
    options: { json },
    startsApp: true,
    load: async () => (await import('./commands/app.ts')).quick,
  }),
  defineCommand('ordersList', 'orders list', {
    operands: operands.orders,
    options: { json },
    load: async () => (await import('./commands/orders.ts')).ordersList,
  }),
  defineCommand('ordersAdd', 'orders add', {
    operands: { text: '<rid> ...', tag: 'rids', least: 1, most: MANY },
    options: { connection: { about: 'connection', value: 'NAME' }, json },
    load: async () => (await import('./commands/orders.ts')).ordersAdd,
  }),
  defineCommand('ordersRemove', 'orders remove', {
    operands: { text: '<rid|alias> ...', tag: 'orders', least: 1, most: MANY },
    options: { 'ignore-missing': { about: 'ignoreMissing' }, json },
    load: async () => (await import('./commands/orders.ts')).ordersRemove,
  }),
  defineCommand('ordersAlias', 'orders alias', {
    operands: { text: '<rid|alias> <name>', tag: 'orderAndName', least: 2, most: 2 },
    options: { json },
    load: async () => (await import('./commands/orders.ts')).ordersAlias,
  }),
  defineCommand('ordersAccept', 'orders accept', {
    operands: operands.order,
    options: { fingerprint: { about: 'acceptFingerprint', value: 'SHA256' }, json },
    load: async () => (await import('./commands/ordersAccept.ts')).ordersAccept,
  }),
  defineCommand('ordersTag', 'orders tag', {
    operands: operands.order,
    options: {
      add: { about: 'addTags', value: 'TAG,TAG' },
      remove: { about: 'removeTags', value: 'TAG,TAG' },
      json,
    },
    refuse: ({ options: { add, remove } }) =>
      add === null && remove === null ? { kind: 'optionMissing', option: '--add|--remove' } : null,
    load: async () => (await import('./commands/orders.ts')).ordersTag,
  }),
  defineCommand('ordersNote', 'orders note', {
    operands: { text: '<rid|alias> [text]', tag: 'orderAndText', least: 1, most: 2 },
    options: { json },
    load: async () => (await import('./commands/orders.ts')).ordersNote,
  }),
  defineCommand('thresholds', 'thresholds', {
    operands: { text: '[rid|alias]', tag: 'order', least: 0, most: 1 },
    options: {
      tag: { about: 'thresholdTag', value: 'TAG' },
      warning: { about: 'ownWarning', short: 'w', value: '30d' },
      critical: { about: 'ownCritical', short: 'c', value: '7d' },
      reset: { about: 'resetThresholds' },
      json,
    },
    refuse: refuseThresholds,
    load: async () => (await import('./commands/thresholds.ts')).thresholds,
  }),
  defineCommand('connectionsList', 'connections list', {
    operands: operands.none,
    options: { json },
    load: async () => (await import('./commands/connections.ts')).connectionsList,
  }),
  defineCommand('connectionsAdd', 'connections add', {
    // A second word may be the token, which no message may contain: `refuse` says so.
    operands: { text: '<https://...>', tag: 'address', least: 1, most: MANY },
    options: {
      name: { about: 'connectionName', value: 'NAME', isRequired: true },
      'token-stdin': { about: 'tokenStdin', ofProcess: true },
      'token-credential': { about: 'tokenCredential' },
      'ca-file': { about: 'caFile', value: 'FILE', completes: 'files', ofProcess: true },
      'ca-sha256': { about: 'caSha256', value: 'FINGERPRINT' },
      json,
    },
    needs: ['secrets'],
    refuse: refuseConnectionsAdd,
    secret: ({ options }) => askedSecret('token', null, options['token-stdin']),
    path: ({ options }) => (options['ca-file'] === null ? null : { kind: 'reads', path: options['ca-file'] }),
    load: async () => (await import('./commands/connections.ts')).connectionsAdd,
  }),
  defineCommand('connectionsRemove', 'connections remove', {
    operands: { text: '<name>', tag: 'connection', least: 1, most: 1 },
    options: { yes: { about: 'yes' }, json },
    needs: ['secrets'],
    load: async () => (await import('./commands/connections.ts')).connectionsRemove,
  }),
  defineCommand('endpointsAdd', 'endpoints add', {
    operands: operands.endpoints,
    options: { 'server-name': { about: 'serverName', value: 'NAME' }, json },
    load: async () => (await import('./commands/endpoints.ts')).endpointsAdd,
  }),
  defineCommand('endpointsRemove', 'endpoints remove', {
    operands: operands.endpoints,
    options: { 'ignore-missing': { about: 'ignoreMissing' }, json },
    load: async () => (await import('./commands/endpoints.ts')).endpointsRemove,
  }),
  defineCommand('destinationsList', 'destinations list', {
    operands: operands.orders,
    options: { json },
    needs: ['files'],
    load: async () => (await import('./commands/destinations.ts')).destinationsList,
  }),
  defineCommand('destinationsRemove', 'destinations remove', {
    operands: { text: '<folder> ...', tag: 'folders', least: 1, most: MANY },
    options: { 'ignore-missing': { about: 'ignoreMissing' }, json },
    needs: ['files'],
    load: async () => (await import('./commands/destinations.ts')).destinationsRemove,
  }),
  defineCommand('presetsList', 'presets list', {
    operands: operands.none,
    options: { json },
    load: async () => (await import('./commands/presets.ts')).presetsList,
  }),
  defineCommand('presetsShow', 'presets show', {
    operands: { text: '<preset>', tag: 'preset', least: 1, most: 1 },
    options: { json },
    load: async () => (await import('./commands/presets.ts')).presetsShow,
  }),
  defineCommand('hooksList', 'hooks list', {
    operands: operands.none,
    options: { json },
    load: async () => (await import('./commands/hooks.ts')).hooksList,
  }),
  defineCommand('hooksAdd', 'hooks add', {
    operands: operands.none,
    options: {
      name: { about: 'hookName', value: 'NAME', isRequired: true },
      path: { about: 'hookPath', value: 'PATH' },
      'secret-file': { about: 'secretFile', value: 'FILE', completes: 'files', ofProcess: true },
      'secret-stdin': { about: 'secretStdin', ofProcess: true },
      'secret-credential': { about: 'secretCredential' },
      json,
    },
    needs: ['secrets'],
    refuse: refuseHooksAdd,
    secret: ({ options }) => askedSecret('secret', options['secret-file'], options['secret-stdin']),
    load: async () => (await import('./commands/hooks.ts')).hooksAdd,
  }),
  defineCommand('eventsTest', 'events test', {
    operands: operands.none,
    options: { json },
    needs: ['secrets'],
    load: async () => (await import('./commands/eventsTest.ts')).eventsTest,
  }),
  defineCommand('configExport', 'config export', {
    operands: operands.none,
    options: {
      out: { about: 'configOut', value: 'FILE', completes: 'files', ofProcess: true },
      json: { about: 'jsonOfFile' },
    },
    path: ({ options: { out } }) => (out === null ? null : { kind: 'writes', path: out, readers: 'owner' }),
    load: async () => (await import('./commands/config.ts')).configExport,
  }),
  defineCommand('configImport', 'config import', {
    operands: { text: '<file>', tag: 'file', least: 1, most: 1, completes: 'files' },
    options: {
      'dry-run': { about: 'dryRun' },
      yes: { about: 'importYes' },
      'accept-warnings': { about: 'importWarnings' },
      prune: { about: 'prune' },
      json,
    },
    needs: ['secrets'],
    refuse: ({ options }) => notBoth(options, 'dry-run', 'yes'),
    path: ({ words: [file = ''] }) => ({ kind: 'reads', path: file }),
    load: async () => (await import('./commands/config.ts')).configImport,
  }),
  defineCommand('configExample', 'config example', {
    operands: operands.none,
    options: {},
    print: async () => {
      const { exampleConfiguration } = await import('#main/reporting/configuration/exampleConfiguration.ts');
      return (t) => ({ text: exampleConfiguration, hint: t('cli.config.example') });
    },
  }),
  defineCommand('completion', 'completion', {
    operands: { text: '<bash|zsh|fish>', tag: 'shell', least: 1, most: 1, completes: 'shells' },
    options: {},
    refuse: ({ words: [word = ''] }) =>
      shells.some((shell) => shell === word) ? null : { kind: 'unknownShell', word },
    print: async ({ words: [word] }) => {
      const { completionScript } = await import('./completions.ts');
      return (t, commands) => ({
        text: completionScript(shells.find((shell) => shell === word) ?? 'bash', commands, t),
      });
    },
  }),
];
