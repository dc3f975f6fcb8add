import { describe, expect, it } from 'vitest';
import type {
  AppError,
  AppErrorKind,
  ConfigurationReason,
  FileReason,
  InputField,
  InputReason,
  InvalidMaterialReason,
  InvalidResponseReason,
  MaterialPart,
  NetworkReason,
  Pkcs12Reason,
  TlsReason,
} from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import type { Translate } from '#shared/i18n/types.ts';

// Records, so that a new reason that is missing here does not compile.
const responses: Record<InvalidResponseReason, null> = {
  html: null,
  notJson: null,
  errorEnvelope: null,
  noMaterial: null,
  empty: null,
  notText: null,
  cutShort: null,
  contentEncoding: null,
  unaskedContinue: null,
  excessData: null,
};
const materials: Record<InvalidMaterialReason, null> = {
  pemMissing: null,
  pemTruncated: null,
  keyInPlaceOfCertificate: null,
  certificateInPlaceOfKey: null,
  unreadable: null,
  notDated: null,
  encryptedKey: null,
  keyMismatch: null,
  leafMissing: null,
  partsDisagree: null,
  tooManyCertificates: null,
  pkcs7: null,
  pkcs12: null,
  keyNotSupported: null,
};
const parts: Record<MaterialPart, null> = {
  key: null,
  certificate: null,
  certificateServer: null,
  certificateChain: null,
  latest: null,
};
const networks: Record<NetworkReason, null> = {
  hostNotFound: null,
  refused: null,
  reset: null,
  unreachable: null,
  proxy: null,
  other: null,
};
const tlsReasons: Record<TlsReason, null> = {
  notTrusted: null,
  selfSigned: null,
  expired: null,
  notYetValid: null,
  wrongHost: null,
  protocol: null,
  clientCertificate: null,
  other: null,
};
const fields: Record<InputField, null> = {
  name: null,
  baseUrl: null,
  consoleUrl: null,
  token: null,
  rid: null,
  alias: null,
  tags: null,
  note: null,
  caFile: null,
  settings: null,
  arguments: null,
  path: null,
  secret: null,
  address: null,
  port: null,
  tlsFile: null,
  allowedHosts: null,
  sourceAddresses: null,
  trustedProxies: null,
  publicUrl: null,
  passphrase: null,
  presetName: null,
  presetFolder: null,
  presetFileName: null,
  presetFile: null,
  command: null,
  endpoint: null,
  serverName: null,
  webhookUrl: null,
  destination: null,
};
const pkcs12Reasons: Record<Pkcs12Reason, null> = {
  wrongPassphrase: null,
  damaged: null,
  keyKindNotSupported: null,
  differs: null,
};
const inputReasons: Record<InputReason, null> = {
  empty: null,
  tooLong: null,
  notAUrl: null,
  httpsOnly: null,
  notHttps: null,
  credentialsInUrl: null,
  queryInUrl: null,
  controlCharacters: null,
  notHeaderSafe: null,
  isToken: null,
  notACertificate: null,
  keyInPlaceOfCertificate: null,
  pkcs12: null,
  damagedCertificate: null,
  notAnAuthority: null,
  outOfRange: null,
  alreadyExists: null,
  unknownConnection: null,
  notAnAddress: null,
  notAHost: null,
  keyMismatch: null,
  tooShort: null,
  tooMany: null,
  malformed: null,
  beyondBmp: null,
  notAscii: null,
  notUtf8: null,
  outerSpace: null,
  notComposed: null,
  notAFileName: null,
  unknownVariable: null,
  sameForAllOrders: null,
  readableByAll: null,
  partsMissing: null,
  partsUnsuitable: null,
  notAProgram: null,
  needsAShell: null,
  unclosedQuote: null,
  wildcard: null,
  notAFolder: null,
  needsPassphrase: null,
};
const configurationReasons: Record<ConfigurationReason, null> = {
  tooLarge: null,
  notText: null,
  notJson: null,
  otherFormat: null,
  otherVersion: null,
  missing: null,
  unknownKey: null,
  badValue: null,
  twice: null,
  unknownConnection: null,
  unknownPreset: null,
};
const fileReasons: Record<FileReason, null> = {
  notFound: null,
  permission: null,
  noSpace: null,
  readOnly: null,
  nameTooLong: null,
  notADirectory: null,
  symlink: null,
  foreignLink: null,
  notRegular: null,
  outside: null,
  writableByOthers: null,
  exists: null,
  modeNotKept: null,
  changed: null,
  other: null,
};

function keys<Key extends string>(record: Record<Key, null>): readonly Key[] {
  return Object.keys(record) as Key[];
}

const errorsByKind: { readonly [Kind in AppErrorKind]: readonly Extract<AppError, { kind: Kind }>[] } = {
  unauthorized: [401, 403].map((status) => ({ kind: 'unauthorized', status })),
  unknownRid: [{ kind: 'unknownRid' }],
  rateLimited: [null, 0, 30_000, 86_400_000].map((retryAfterMs) => ({ kind: 'rateLimited', retryAfterMs })),
  serverError: [null, 90_000].map((retryAfterMs) => ({ kind: 'serverError', status: 503, retryAfterMs })),
  unexpectedStatus: [{ kind: 'unexpectedStatus', status: 418 }],
  redirected: [null, 'https://elsewhere.example'].map((location) => ({
    kind: 'redirected',
    status: 302,
    location,
  })),
  tooLarge: [{ kind: 'tooLarge', limitBytes: 1_048_576 }],
  invalidResponse: keys(responses).flatMap((reason) =>
    [null, '', 'order not found'].map((detail) => ({ kind: 'invalidResponse' as const, reason, detail })),
  ),
  invalidMaterial: keys(materials).flatMap((reason) =>
    keys(parts).map((part) => ({ kind: 'invalidMaterial' as const, reason, part })),
  ),
  network: keys(networks).flatMap((reason) =>
    ['ENOTFOUND', ''].map((code) => ({ kind: 'network' as const, reason, code })),
  ),
  tls: keys(tlsReasons).flatMap((reason) =>
    ['CERT_HAS_EXPIRED', ''].map((code) => ({ kind: 'tls' as const, reason, code })),
  ),
  timeout: (['connect', 'headers', 'total'] as const).map((phase) => ({ kind: 'timeout', phase })),
  offline: [{ kind: 'offline' }],
  tokenMissing: [{ kind: 'tokenMissing' }],
  keychainLocked: [{ kind: 'keychainLocked' }],
  keychainDenied: [{ kind: 'keychainDenied' }],
  keychainTimedOut: [{ kind: 'keychainTimedOut' }],
  keychainUnavailable: ['', 'libsecret-1.so.0 is missing'].map((detail) => ({
    kind: 'keychainUnavailable',
    detail,
  })),
  secretMissing: [{ kind: 'secretMissing' }],
  vaultKey: (['missing', 'wrong'] as const).map((reason) => ({ kind: 'vaultKey', reason })),
  keyGone: [{ kind: 'keyGone' }],
  pkcs12: keys(pkcs12Reasons).map((reason) => ({ kind: 'pkcs12', reason })),
  invalidInput: keys(fields).flatMap((field) =>
    keys(inputReasons).map((reason) => ({ kind: 'invalidInput' as const, field, reason })),
  ),
  unknownId: [{ kind: 'unknownId' }],
  configuration: [
    ...keys(configurationReasons).map(
      (reason) => ({ kind: 'configuration', reason, place: 'orders[3].alias', why: null, more: 0 }) as const,
    ),
    { kind: 'configuration', reason: 'badValue', place: 'orders[3].alias', why: 'tooLong', more: 3 },
  ],
  fileSystem: keys(fileReasons).flatMap((reason) =>
    ['EACCES', ''].map((code) => ({ kind: 'fileSystem' as const, reason, code, name: 'privkey.pem' })),
  ),
  otherOrdersFile: ['Shop', null].map((order) => ({ kind: 'otherOrdersFile', name: 'privkey.pem', order })),
  notRecorded: (['full', 'readOnly', 'locked', 'damaged', 'other'] as const).map((reason) => ({
    kind: 'notRecorded',
    reason,
  })),
  storage: (['full', 'readOnly', 'locked', 'damaged', 'other'] as const).map((reason) => ({
    kind: 'storage',
    reason,
    detail: 'SQLITE_FULL',
  })),
  loginStart: (['notWritten', 'refused'] as const).flatMap((reason) =>
    ['EACCES', ''].map((code) => ({
      kind: 'loginStart' as const,
      reason,
      name: '/home/me/.config/autostart/app.notafter.NotAfter.desktop',
      code,
    })),
  ),
  shortcut: [{ kind: 'shortcut' }],
  consent: (['declined', 'tooLong', 'notFocused', 'otherQuestion'] as const).map((reason) => ({
    kind: 'consent',
    reason,
  })),
  tooOften: [300, 60_000].map((waitMs) => ({ kind: 'tooOften', waitMs })),
  busy: [{ kind: 'busy' }],
  internal: [{ kind: 'internal' }],
  cancelled: [{ kind: 'cancelled' }],
};

const allErrors: readonly AppError[] = Object.values(errorsByKind).flat();
const en = translatorOf('en');
const zh = translatorOf('zh-CN');
const languages: readonly (readonly [string, Translate])[] = [
  ['English', en],
  ['Chinese', zh],
];

describe.each(languages)('describeError in %s', (_, t) => {
  it.each(allErrors.map((error) => [JSON.stringify(error), error] as const))(
    'says what happened, why and what to do for %s',
    (_name, error) => {
      for (const context of [{}, { host: 'certs.example.com', platform: 'linux' }, { platform: 'darwin' }]) {
        const words = describeError(error, t, context);
        for (const text of Object.values(words)) {
          expect(text.trim()).not.toBe('');
          expect(text).not.toMatch(/\{\{|errors\.|undefined|null|\(\)|（）/u);
        }
      }
    },
  );

  it('has different texts for every reason of a kind', () => {
    const titlesOf = (errors: readonly AppError[]) =>
      new Set(errors.map((error) => describeError(error, t).title)).size;
    expect(titlesOf(errorsByKind.network)).toBe(Object.keys(networks).length);
    expect(titlesOf(errorsByKind.tls)).toBe(Object.keys(tlsReasons).length);
    expect(titlesOf(errorsByKind.invalidResponse)).toBe(Object.keys(responses).length);
    expect(titlesOf(errorsByKind.fileSystem)).toBe(Object.keys(fileReasons).length);
    expect(titlesOf(errorsByKind.timeout)).toBe(3);
    expect(titlesOf(errorsByKind.storage)).toBe(5);
    expect(titlesOf(errorsByKind.vaultKey)).toBe(2);
    expect(titlesOf(errorsByKind.pkcs12)).toBe(Object.keys(pkcs12Reasons).length);
  });
});

describe('describeError', () => {
  it('separates a host from Chinese text, but not Chinese words', () => {
    const error: AppError = { kind: 'unauthorized', status: 401 };
    expect(describeError(error, zh).why).toMatch(/^该服务返回状态码 401/u);
    expect(describeError(error, zh, { host: 'certs.example.com' }).why).toMatch(/^certs\.example\.com 返回/u);
  });

  it('names a known host, and starts sentences with a capital without one', () => {
    const error: AppError = { kind: 'unauthorized', status: 401 };
    expect(describeError(error, en, { host: 'certs.example.com' }).why).toMatch(
      /^certs\.example\.com answered/u,
    );
    expect(describeError(error, en).why).toMatch(/^The service answered with status 401/u);
  });

  it('says that other files do not need a missing chain', () => {
    const missing = { kind: 'invalidMaterial', reason: 'pemMissing' } as const;
    expect(describeError({ ...missing, part: 'certificateChain' }, en).next).toContain('without the chain');
    expect(describeError({ ...missing, part: 'certificate' }, en).next).not.toContain('without the chain');
  });

  it('says what helps against a wrong encoding, whatever the field', () => {
    for (const field of ['passphrase', 'token'] as const)
      expect(describeError({ kind: 'invalidInput', field, reason: 'notUtf8' }, en).next).toContain('UTF-8');
  });

  it('omits the brackets without a code', () => {
    const error: AppError = { kind: 'fileSystem', reason: 'notADirectory', code: '', name: 'a' };
    expect(describeError(error, en).why).toBe('There is a file where a folder is needed.');
    expect(describeError(error, zh).why).not.toMatch(/notADirectory|[()（）]/u);
  });

  it('mentions the CA file for an untrusted certificate', () => {
    const error: AppError = { kind: 'tls', reason: 'notTrusted', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' };
    expect(describeError(error, en).next).toContain('CA file');
    expect(describeError(error, zh).next).toContain('CA 文件');
  });

  it('mentions the page for tokens when one is rejected', () => {
    expect(describeError({ kind: 'unauthorized', status: 403 }, en).next).toContain('interface security');
  });

  it('says when a rate-limited service is checked again', () => {
    expect(describeError({ kind: 'rateLimited', retryAfterMs: 5_400_000 }, en).next).toContain('1 h 30 min');
    expect(describeError({ kind: 'rateLimited', retryAfterMs: 5_400_000 }, zh).next).toContain(
      '1 小时 30 分钟',
    );
  });

  it('says when a service with an error is checked again, if known', () => {
    const error = { kind: 'serverError', status: 503 } as const;
    expect(describeError({ ...error, retryAfterMs: 90_000 }, en).next).toContain('retries in 2 min,');
    expect(describeError({ ...error, retryAfterMs: null }, en).next).toContain('automatically');
  });

  it('explains how to unlock or set up the keychain of each system', () => {
    const nexts = ['linux', 'darwin', 'win32', 'plan9'].map(
      (platform) => describeError({ kind: 'keychainLocked' }, en, { platform }).next,
    );
    expect(new Set(nexts).size).toBe(4);
    expect(
      describeError({ kind: 'keychainUnavailable', detail: '' }, en, { platform: 'linux' }).next,
    ).toContain('gnome-keyring');
  });

  it('quotes the service’s text', () => {
    const error: AppError = { kind: 'invalidResponse', reason: 'errorEnvelope', detail: 'order is closed' };
    expect(describeError(error, en).why).toContain('“order is closed”');
    expect(describeError(error, zh).why).toContain('“order is closed”');
    const detail = 'order is closed';
    for (const said of [
      { kind: 'unauthorized', status: 401, detail },
      { kind: 'unknownRid', detail },
      { kind: 'rateLimited', retryAfterMs: 1000, detail },
      { kind: 'serverError', status: 500, retryAfterMs: null, detail },
      { kind: 'unexpectedStatus', status: 400, detail },
    ] as const)
      expect(describeError(said, en).why).toContain('“order is closed”');
  });

  it('shows text from outside unchanged, even if it looks like a placeholder', () => {
    const error: AppError = {
      kind: 'invalidResponse',
      reason: 'errorEnvelope',
      detail: '{{service}} $t(common.cancel)',
    };
    expect(describeError(error, en).why).toContain('“{{service}} $t(common.cancel)”');
  });
});
