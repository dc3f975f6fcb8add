/** What one repository of an earlier version is told to store. */
interface StoredRows {
  /** The function that creates it. */
  readonly create: string;
  /** What it gets beside the database. */
  readonly ports?: readonly unknown[];
  /** The schemas of the files that it is stored like this in; all, if not given. */
  readonly from?: number;
  readonly before?: number;
  /** Each a method and its arguments. */
  readonly calls: readonly (readonly [string, ...(readonly unknown[])])[];
}

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);

const fingerprintOf = (name: string) => Buffer.from(name).toString('hex').padEnd(64, '0');

function facts(name: string, from: number, to: number) {
  return {
    fingerprint256: fingerprintOf(name),
    subject: `CN=${name}`,
    commonName: name,
    subjectAltNames: [name, `www.${name}`],
    ...{ issuer: 'CN=Issuing CA', issuerName: 'Issuing CA', serialNumber: '01AB' },
    ...{ keyType: 'RSA', keyBits: 2048, curve: null },
    notBefore: START + from * DAY,
    notAfter: START + to * DAY,
    ...{ isCa: false, selfIssued: false },
  };
}

const issuing = facts('issuing.example', -1000, 1000);
const shop = { former: facts('shop-1.example', -80, 10), leaf: facts('shop-2.example', 0, 90) };
const mail = { leaf: facts('mail.example', -30, 60) };

function order(id: string, change: object) {
  return {
    ...{ id, connectionId: 'c-1', rid: `rid-${id}`, alias: null, addedAt: START, removedAt: null },
    ...{ serviceName: null, serviceNotAfter: null, leaf: null, chain: [], findings: [], accepted: null },
    ...{ lastConfirmedAt: null, lastAttemptAt: null, nextPollAt: null, failures: 0, failure: null },
    ...change,
  };
}

const confirmedAt = { lastConfirmedAt: START + DAY, lastAttemptAt: START + DAY, nextPollAt: START + 2 * DAY };
const pem = { leaf: 'PEM of a leaf', chain: ['PEM of its issuer'] };
const shopNow = order('shop', {
  ...{ alias: 'The shop', serviceName: 'shop', serviceNotAfter: '2026-04-01T00:00:00', chain: [issuing] },
  ...confirmedAt,
  findings: [{ kind: 'chainIncomplete', missingIssuer: 'CN=Root' }],
  leaf: shop.leaf,
});
const mailNow = order('mail', {
  ...{ connectionId: 'c-2', chain: [issuing], leaf: mail.leaf, ...confirmedAt, failures: 3 },
  failure: { kind: 'serverError', status: 503, retryAfterMs: null, detail: 'down' },
});
const removed = order('old', { connectionId: 'c-2' });

const spec = { name: 'fullchain.pem', format: 'pem', parts: ['leaf', 'chain'], mode: '644', lineEnds: 'lf' };
const bundle = {
  ...{ id: 'copy-1', orderId: 'shop', presetId: 'nginx', target: '/etc/nginx/tls', folder: 'shop' },
  ...{ agreed: ['sharedFolder'], fingerprint256: shop.leaf.fingerprint256, chainComplete: true },
  ...{ notBefore: shop.leaf.notBefore, notAfter: shop.leaf.notAfter, writtenAt: START + DAY },
  ...{ autoRefresh: true, keepFresh: true, switching: 'rename', previous: null, former: null },
  command: ['/usr/sbin/nginx', '-s', 'reload'],
  files: [
    {
      ...{ path: '/etc/nginx/tls/shop/fullchain.pem', name: 'fullchain.pem', sha256: fingerprintOf('file') },
      ...{ size: 1234, mode: 0o644, hasKey: false, spec },
    },
  ],
};

const served = {
  ...{ fingerprint256: shop.former.fingerprint256, commonName: 'shop-1.example', issuerName: 'Issuing CA' },
  ...{
    notBefore: shop.former.notBefore,
    notAfter: shop.former.notAfter,
    tlsVersion: 'TLSv1.3',
    findings: [],
  },
};
const endpoint = {
  endpoint: {
    ...{ id: 'endpoint-1', orderId: 'shop', host: 'shop.example', port: 443, protocol: 'tls' },
    ...{ serverName: 'www.shop.example', intervalMinutes: 60 },
  },
  ...{ addedAt: START, probedAt: START + DAY, nextProbeAt: START + 2 * DAY, error: null, omitted: 1 },
  addresses: [
    {
      ...{ address: '192.0.2.1', probedAt: START + DAY, served, servedSince: START, servedAt: START + DAY },
      ...{ error: null, errorSince: null },
    },
  ],
};

const hook = {
  ...{ id: 'hook-1', name: 'Deliveries', path: '/hook', enabled: true, createdAt: START },
  secrets: [{ id: 'secret-1', createdAt: START }],
};
const receiverConfig = {
  ...{ address: '127.0.0.1', port: 48443, tls: null, allowedHosts: ['hooks.example'], sourceAddresses: [] },
  ...{ trustedProxies: [], maxSkewSeconds: 120, keepKeysDays: 7 },
};
const sealed = { nonce: new Uint8Array(12), ciphertext: new Uint8Array(48) };
const delivery = {
  record: {
    ...{ id: 'delivery-1', receivedAt: START + DAY, hookId: 'hook-1', hookName: 'Deliveries' },
    ...{ orderName: 'push', task: 'deploy', serviceNotAfter: '2026-03-01 00:00:00', orderId: 'push-1' },
    ...{ verdict: { kind: 'accepted', at: START + DAY }, key: 'vault', sharesSignature: false },
    ...{ leaf: facts('push.example', -10, 80), chain: [issuing], pem: 'PEM of a delivery' },
  },
  sealedKey: sealed,
  seen: {
    ...{ signature: fingerprintOf('signature'), body: fingerprintOf('body') },
    ...{ timestamp: START / 1000, deliveryId: 'delivery-1' },
  },
};

/** In the order in which rows need each other. */
export const rowsOfAges: readonly StoredRows[] = [
  {
    create: 'createConnectionRepository',
    calls: ['c-1', 'c-2'].map((id) => [
      'save',
      {
        ...{ id, name: `Connection ${id}`, baseUrl: `https://${id}.example`, createdAt: START },
        ca: id === 'c-1' ? { fileName: 'office.pem', pem: 'PEM of a CA' } : null,
      },
    ]),
  },
  {
    create: 'createOrderRepository',
    calls: [
      ['add', [order('shop', { alias: 'The shop' }), order('mail', { connectionId: 'c-2' }), removed], []],
      ['saveStates', [{ record: { ...shopNow, leaf: shop.former }, seenAt: START - 50 * DAY, pem }]],
      ['saveStates', [{ record: shopNow, seenAt: START + DAY, pem }]],
      ['saveStates', [{ record: mailNow, seenAt: START + DAY, pem }]],
      ['setRemoved', ['old'], START + DAY],
    ],
  },
  {
    create: 'createSettingsRepository',
    calls: [['save', { theme: 'dark', language: 'zh-CN', warningDays: 21, alertDays: [30, 10] }]],
  },
  {
    create: 'createAlertRepository',
    calls: [['record', [{ subject: shop.leaf.fingerprint256, threshold: '30' }], START + DAY]],
  },
  { create: 'createPauseRepository', before: 14, calls: [['save', START]] },
  { create: 'createPauseRepository', from: 14, calls: [['save', { since: START, until: null }]] },
  {
    create: 'createSnoozeRepository',
    calls: [
      [
        'save',
        [{ orderId: 'mail', fingerprint256: mail.leaf.fingerprint256, until: START + 9 * DAY, at: START }],
      ],
    ],
  },
  { create: 'createCopyRepository', calls: [['save', [bundle], []]] },
  {
    create: 'createPresetRepository',
    calls: [
      [
        'save',
        {
          ...{ id: 'preset-1', name: 'Mine', folder: '{alias}', switching: 'rename', server: 'nginx' },
          files: [spec, { ...spec, name: 'privkey.pem', parts: ['key'], mode: '600' }],
        },
      ],
    ],
  },
  { create: 'createEndpointRepository', calls: [['save', [endpoint]]] },
  {
    create: 'createAnnotationRepository',
    calls: [
      ['save', new Map([['shop', { tags: ['web', 'prod'], note: 'Ask before a change', thresholds: null }]])],
    ],
  },
  { create: 'createHookRepository', calls: [['save', hook]] },
  {
    create: 'createInboxRepository',
    calls: [
      [
        'savePushOrder',
        {
          ...{
            id: 'push-1',
            hookId: 'hook-1',
            name: 'push',
            alias: 'Pushed',
            addedAt: START,
            removedAt: null,
          },
          approvedNames: ['push.example', 'www.push.example'],
        },
      ],
      ['setName', { hookId: 'hook-1', name: 'push', orderId: 'push-1' }],
      ['keep', [delivery]],
    ],
  },
  {
    create: 'createReceiverConfigRepository',
    before: 10,
    calls: [['save', { ...receiverConfig, exposureAccepted: false, plainHttpAccepted: false }]],
  },
  { create: 'createReceiverConfigRepository', from: 10, calls: [['save', receiverConfig]] },
  {
    create: 'createReceiverLogRepository',
    calls: [
      [
        'save',
        [
          {
            ...{ id: 1, at: START, hookId: 'hook-1', from: '127.0.0.1', status: 200, count: 1 },
            outcome: { kind: 'kept', orderName: 'push' },
          },
        ],
      ],
    ],
  },
  { create: 'createVaultRepository', calls: [['saveCheck', sealed]] },
  {
    create: 'createPlannedRepository',
    calls: [
      [
        'save',
        [
          {
            ...{
              id: 'planned-1',
              orderId: 'mail',
              presetId: 'pem',
              parts: ['certificate'],
              target: '/srv/mail',
            },
            autoRefresh: true,
          },
        ],
        [],
      ],
    ],
  },
  {
    create: 'createAuthorityRepository',
    calls: [
      [
        'save',
        'shop',
        {
          ...{ fingerprint256: shop.leaf.fingerprint256, firstStart: START, revoked: null },
          replacement: { from: START + 30 * DAY, by: START + 60 * DAY, explanationUrl: null },
          ...{ revocationCheck: null, renewalCheck: null },
        },
      ],
    ],
  },
  {
    create: 'createSeenCopyRepository',
    calls: [
      [
        'save',
        {
          ...{ bundleId: 'copy-1', orderId: 'shop', folder: '/etc/nginx/tls/shop', outcome: 'rewritten' },
          ...{ to: shop.leaf.fingerprint256, command: null, at: START + DAY },
        },
      ],
    ],
  },
  {
    create: 'createHiddenRepository',
    calls: [
      [
        'save',
        [
          {
            ...{ folder: '/etc/nginx/tls', id: '0'.repeat(24), names: ['fullchain.pem'], inode: '7' },
            ...{ ownership: { owner: 0, keepsModes: true }, isPending: false },
          },
        ],
        [],
      ],
    ],
  },
];
