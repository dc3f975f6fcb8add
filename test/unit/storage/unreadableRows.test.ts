import { describe, expect, it } from 'vitest';
import { createAnnotationRepository } from '#main/storage/annotationRepository.ts';
import { createAuthorityRepository } from '#main/storage/authorityRepository.ts';
import { createInboxRepository } from '#main/storage/inboxRepository.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { createReceiverLogRepository } from '#main/storage/receiverRepositories.ts';
import { createSpanRepository } from '#main/storage/spanRepository.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { AppError } from '#shared/errors.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { openWithConnections } from './fixtures.ts';
import { confirmed, facts, record } from './records.ts';

/** What another program, or a file damaged below SQLite, may leave in a column. */
const texts = [
  ...['', '{', '[{', 'null', '7', '"x"', '[]', '{}', '[null]', '[7]', '{"kind":7}', '\u0000'],
  ...[
    '[{"kind":"later"}]',
    '[{"kind":"namesLost"}]',
    '[{"kind":"namesLost","names":[7]}]',
    '{"kind":"later"}',
  ],
  ...[
    '{"kind":"network"}',
    '{"kind":"network","reason":"later","code":"X"}',
    '{"__proto__":{"kind":"offline"}}',
  ],
];

/** A database with the orders 1 and 2, and how to write a text into a column of 1, in place of what was there before. */
function withColumn(table: string, column: string) {
  const database = openWithConnections();
  const { logger, lines } = createRecordingLogger();
  const orders = createOrderRepository(database, logger);
  orders.add([record('1'), record('2')], []);
  const rows = ['1', '2'].map((id) => confirmed(record(id), facts(`${id}.example`), 5));
  const key = table === 'certificates' ? 'fingerprint' : 'order_id';
  const id = table === 'certificates' ? facts('1.example').fingerprint256 : '1';
  const put = (text: string) => {
    orders.saveStates(rows);
    database.write(() =>
      database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`).run(text, id),
    );
  };
  return { database, orders, lines, put, other: rows[1]?.record };
}

describe('an order of which a column cannot be read', () => {
  const columns = [
    ['order_states', 'findings'],
    ['order_states', 'failure'],
    ['order_states', 'accepted'],
    ['order_states', 'chain'],
    ['certificates', 'facts'],
  ] as const;

  it.each(columns)(
    'is there without it, failed and due for a poll, and the others are whole: %s.%s',
    (table, column) => {
      const { orders, other, lines, put } = withColumn(table, column);
      for (const text of texts) {
        put(text);
        const before = lines.length;
        const loaded = orders.load();
        expect(
          loaded.map(({ rid }) => rid),
          text,
        ).toEqual(['rid-1', 'rid-2']);
        expect(loaded[1], text).toEqual(other);
        expect(orders.read(['1']), text).toEqual([loaded[0]]);
        const isRead = loaded[0]?.failure === null;
        if (!isRead)
          expect(loaded[0], text).toMatchObject({
            failure: { kind: 'storage', reason: 'damaged' },
            lastConfirmedAt: null,
            nextPollAt: null,
            failures: 1,
          });
        expect(lines.length > before, text).toBe(!isRead);
        const outlines = orders.outlines();
        expect(outlines[1]?.failure, text).toBeNull();
        // The outline reads neither the chain nor the certificate.
        if (column === 'findings' || column === 'failure')
          expect(outlines[0]?.failure, text).toEqual(loaded[0]?.failure);
      }
    },
  );

  it('is whole again after a poll', () => {
    const { orders, put } = withColumn('order_states', 'findings');
    put('{');
    const state = confirmed(record('1'), facts('1.example'), 9);
    orders.saveStates([state]);
    expect(orders.read(['1'])).toEqual([state.record]);
  });

  it('does not keep certificates from being purged, or histories and spans from being read', () => {
    const { database, orders, put } = withColumn('order_states', 'chain');
    put('{');
    database.write(() => database.prepare('UPDATE certificates SET facts = ? WHERE rowid = 1').run('{'));
    orders.setRemoved(['2'], 1);
    expect(orders.purge(2).ok).toBe(true);
    expect(orders.history('1').ok).toBe(true);
    expect(createSpanRepository(database).identities(['a']).ok).toBe(true);
  });
});

describe('findings and failures', () => {
  // Records, so that a kind that no schema knows does not compile or is not read.
  const subject = 'a.example';
  const findings: { readonly [Kind in Finding['kind']]: Finding & { readonly kind: Kind } } = {
    signatureBroken: { kind: 'signatureBroken', subject },
    malformed: { kind: 'malformed', subject, accepted: true },
    notForServers: { kind: 'notForServers', subject, isLeaf: true },
    keyMayNotSign: { kind: 'keyMayNotSign', subject },
    notAnAuthority: { kind: 'notAnAuthority', subject },
    pathTooLong: { kind: 'pathTooLong', subject },
    nameNotPermitted: { kind: 'nameNotPermitted', subject, name: 'b' },
    unknownCritical: { kind: 'unknownCritical', subject, oid: '1.2' },
    weakSignature: { kind: 'weakSignature', subject, digest: 'MD5' },
    weakKey: { kind: 'weakKey', subject, bits: 512 },
    keyUnsupported: { kind: 'keyUnsupported', subject, key: 'Ed448', reach: 'openssl' },
    signatureUnsupported: { kind: 'signatureUnsupported', subject, algorithm: '1.2' },
    chainCertificateExpired: { kind: 'chainCertificateExpired', subject, notAfter: 1 },
    chainCertificateNotYetValid: { kind: 'chainCertificateNotYetValid', subject, notBefore: 1 },
    chainTooComplex: { kind: 'chainTooComplex' },
    noNames: { kind: 'noNames', commonName: null },
    selfSigned: { kind: 'selfSigned', missingIssuer: 'shop.example' },
    namesLost: { kind: 'namesLost', names: ['a'] },
    purposesLost: { kind: 'purposesLost', purposes: ['1.3.6.1.5.5.7.3.2'] },
    keyTypeChanged: { kind: 'keyTypeChanged', from: 'RSA', to: 'Ed25519' },
    namesWidened: { kind: 'namesWidened', names: ['a'] },
    encipheringLost: { kind: 'encipheringLost' },
    stapleCame: { kind: 'stapleCame' },
    keyNotAccepted: { kind: 'keyNotAccepted', key: 'P-521', clients: ['Chrome'] },
    livesTooLong: { kind: 'livesTooLong', limit: 398, clients: ['Safari'] },
    purposeMissing: { kind: 'purposeMissing', clients: ['Safari'] },
    notLogged: { kind: 'notLogged', needed: 2, clients: ['Chrome'] },
    namesIgnored: { kind: 'namesIgnored', names: ['a'], clients: ['Chrome'] },
    serialNegative: { kind: 'serialNegative', clients: ['Go'] },
    trustLost: { kind: 'trustLost', missingIssuer: 'CA' },
    failureReported: { kind: 'failureReported', said: 'no' },
    chainIncomplete: { kind: 'chainIncomplete', missingIssuer: 'CA' },
    chainOutOfOrder: { kind: 'chainOutOfOrder' },
    chainHasDuplicates: { kind: 'chainHasDuplicates', count: 1 },
    chainHasStrangers: { kind: 'chainHasStrangers', count: 1 },
    serviceDisagrees: { kind: 'serviceDisagrees', serviceNotAfter: 'x', differenceMs: 1 },
    keyNotChecked: { kind: 'keyNotChecked' },
    keyNotMatchable: { kind: 'keyNotMatchable' },
  };
  const failures = [
    { kind: 'unauthorized', status: 401 },
    { kind: 'unknownRid', detail: 'no' },
    { kind: 'rateLimited', retryAfterMs: null },
    { kind: 'serverError', status: 503, retryAfterMs: 5, detail: 'no' },
    { kind: 'unexpectedStatus', status: 418 },
    { kind: 'redirected', status: 301, location: null },
    { kind: 'tooLarge', limitBytes: 1 },
    { kind: 'invalidResponse', reason: 'excessData', detail: null },
    { kind: 'invalidMaterial', reason: 'keyMismatch', part: 'key' },
    { kind: 'network', reason: 'reset', code: 'ECONNRESET' },
    { kind: 'tls', reason: 'wrongHost', code: 'X' },
    { kind: 'timeout', phase: 'headers' },
    { kind: 'keychainUnavailable', detail: 'x' },
    { kind: 'invalidInput', field: 'token', reason: 'notHeaderSafe' },
    { kind: 'invalidInput', field: 'rid', reason: 'isToken' },
    { kind: 'storage', reason: 'full', detail: 'x' },
    ...(['offline', 'tokenMissing', 'keychainLocked', 'keychainDenied', 'keychainTimedOut'] as const).map(
      (kind) => ({ kind }),
    ),
    ...(['secretMissing', 'unknownId', 'busy', 'cancelled'] as const).map((kind) => ({ kind })),
  ] as const satisfies readonly AppError[];
  /** A new kind belongs here, or above and into the schema if a poll can end with it. */
  const ofOtherWork: Readonly<Record<Exclude<AppError['kind'], (typeof failures)[number]['kind']>, null>> = {
    vaultKey: null,
    keyGone: null,
    pkcs12: null,
    configuration: null,
    fileSystem: null,
    otherOrdersFile: null,
    notRecorded: null,
    loginStart: null,
    shortcut: null,
    consent: null,
    tooOften: null,
    internal: null,
  };

  it('of every kind are read as they were written', () => {
    const orders = createOrderRepository(openWithConnections());
    const all = failures.map((failure, index) =>
      record(`${index}`, { failure, failures: 1, findings: Object.values(findings) }),
    );
    orders.add(all, []);
    expect(orders.load()).toEqual(all);
  });

  it.each(Object.keys(ofOtherWork))('that no poll has are not read: %s', (kind) => {
    const { orders, put } = withColumn('order_states', 'failure');
    put(JSON.stringify({ kind }));
    expect(orders.read(['1'])[0]?.failure).toMatchObject({ kind: 'storage', reason: 'damaged' });
  });
});

describe('other rows that cannot be read', () => {
  it('lose only themselves', () => {
    const { database, put } = withColumn('order_states', 'findings');
    put('[]');
    const insert = (sql: string, ...values: string[]) =>
      database.write(() => database.prepare(sql).run(...values));
    for (const text of texts) {
      insert(
        'INSERT OR REPLACE INTO order_annotations (order_id, tags, note) VALUES (?, ?, ?)',
        '1',
        text,
        'kept',
      );
      expect(createAnnotationRepository(database).load().get('1')).toMatchObject({ note: 'kept', tags: [] });
      insert('INSERT OR REPLACE INTO authority_records (order_id, record) VALUES (?, ?)', '1', text);
      expect(createAuthorityRepository(database).load().size).toBe(0);
      insert('DELETE FROM receiver_log');
      insert('INSERT INTO receiver_log (id, entry) VALUES (1, ?)', text);
      expect(createReceiverLogRepository(database).load()).toEqual([]);
      insert('DELETE FROM push_orders');
      insert(
        "INSERT INTO push_orders (id, hook_id, name, alias, approved_names, added_at) VALUES ('p', 'h', 'Shop', NULL, ?, 1)",
        text,
      );
      expect(createInboxRepository(database).loadPushOrders()).toMatchObject([
        { id: 'p', approvedNames: [] },
      ]);
    }
  });
});
