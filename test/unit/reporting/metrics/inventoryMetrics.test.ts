import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decimalSerial,
  inventoryMetrics,
  type MetricsFacts,
} from '#main/reporting/metrics/inventoryMetrics.ts';
import type { InventoryAddress, InventoryOrder } from '#shared/domain/inventory.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { anyCharacter } from '#test/support/anyText.ts';
import { readExposition } from '#test/support/exposition.ts';
import {
  inventoryAddress as address,
  inventoryEndpoint as endpoint,
  inventoryOrder,
  inventoryWith,
} from '#test/support/inventoryOrders.ts';
import { now } from '#test/unit/shared/placeFixtures.ts';

const leaf = { serialNumber: '0100', commonName: 'a.example.com', issuerName: 'Issuing CA' };

function textOf(orders: readonly InventoryOrder[], more: Partial<MetricsFacts> = {}): string {
  const leaves = new Map([['ab'.repeat(32), leaf]]);
  const inventory = inventoryWith(orders);
  return [...inventoryMetrics({ inventory, leaves, files: [], tagLabels: [], overdueMs: 0, ...more })].join(
    '',
  );
}

const samplesOf = (...given: Parameters<typeof textOf>) => readExposition(textOf(...given));

describe('the metrics of the orders', () => {
  it('have the names and labels of x509-certificate-exporter, and times in seconds', () => {
    const order = inventoryOrder();
    const [own] = samplesOf([order]);
    expect(own).toEqual({
      name: 'x509_cert_not_after',
      labels: {
        ...{ id: 'order-1', order: 'a.example.com', rid: 'rid-1', connection: 'Shop', source: 'issued' },
        ...{ subject_CN: 'a.example.com', issuer_CN: 'Issuing CA', serial_number: '256' },
      },
      value: (order.notAfter ?? 0) / 1000,
    });
    const values = Object.fromEntries(samplesOf([order]).map(({ name, value }) => [name, value]));
    expect(values).toEqual({
      x509_cert_not_after: (now + 60 * DAY_MS) / 1000,
      x509_cert_not_before: (now - 30 * DAY_MS) / 1000,
      x509_cert_expired: 0,
      notafter_order_last_confirmed_timestamp_seconds: (now - 1000) / 1000,
      notafter_order_renewal_due_timestamp_seconds: (now + 30 * DAY_MS) / 1000,
      notafter_order_usable_until_timestamp_seconds: (now + 60 * DAY_MS) / 1000,
      notafter_order_status: 1,
      notafter_clock_error_seconds: 0,
      notafter_poll_overdue_seconds: 0,
      notafter_build_info: 1,
    });
  });

  it('say by how much a poll is late, if this process polls', () => {
    const overdue = (overdueMs: number | null) =>
      samplesOf([], { overdueMs }).find(({ name }) => name === 'notafter_poll_overdue_seconds')?.value;
    expect(overdue(90_500)).toBe(90.5);
    expect(overdue(null)).toBeUndefined();
  });

  it('have a series for each condition of an order', () => {
    const order = inventoryOrder({
      status: 'critical',
      conditions: [
        { kind: 'endsSoon', severity: 'critical', check: 'critical', since: now },
        { kind: 'overdue', severity: 'attention', check: 'attention', since: now },
      ],
    });
    const held = samplesOf([order]).filter(({ name }) => name === 'notafter_order_condition');
    expect(held.map(({ labels, value }) => [labels['id'], labels['kind'], value])).toEqual([
      ['order-1', 'endsSoon', 1],
      ['order-1', 'overdue', 1],
    ]);
    expect(textOf([inventoryOrder()])).not.toContain('notafter_order_condition');
  });

  it('have a series for each exported file and each address', () => {
    const file = { orderId: 'order-1', path: '/etc/tls/fullchain.pem', fingerprint256: 'ab'.repeat(32) };
    const files = [
      { ...file, notBefore: 1000, notAfter: 2000 },
      { ...file, path: '/etc/tls/cert.pem', notBefore: 1000, notAfter: 2000 },
    ];
    const smtp = endpoint([address()], { protocol: 'smtp', port: 25, serverName: 'mail.example' });
    const order = inventoryOrder({
      endpoints: [endpoint([address({ address: '2001:db8::1' }), address()]), smtp],
    });
    const ends = samplesOf([order], { files }).filter(({ name }) => name === 'x509_cert_not_after');
    expect(ends.map(({ labels }) => labels)).toEqual([
      expect.objectContaining({ source: 'issued' }),
      expect.objectContaining({ source: 'file', filepath: '/etc/tls/cert.pem', serial_number: '256' }),
      expect.objectContaining({ source: 'file', filepath: '/etc/tls/fullchain.pem' }),
      expect.objectContaining({ source: 'served', endpoint: 'www.example.com:443', address: '192.0.2.1' }),
      expect.objectContaining({ source: 'served', protocol: 'tls', address: '2001:db8::1' }),
      expect.objectContaining({ source: 'served', protocol: 'smtp', server_name: 'mail.example' }),
    ]);
  });

  it.each([
    ['current', 'issued', [1]],
    ['misconfigured', 'issued', [1]],
    ['expired', 'issued', [1]],
    ['expired', 'former', [0]],
    ['stale', 'former', [0]],
    ['foreign', 'other', [0]],
    ['unreachable', 'issued', []],
    ['unreachable', null, []],
    ['unknown', 'issued', []],
    // What was seen last stays, so that an alert does not end because the server can't be reached.
    ['unreachable', 'former', [0]],
    ['unreachable', 'other', [0]],
  ] as const)(
    'say of an address that is %s (%s) whether it is deployed, or nothing: %j',
    (status, relation, values) => {
      const order = inventoryOrder({ endpoints: [endpoint([address({ status, relation })])] });
      const samples = samplesOf([order]);
      const deployed = samples.filter(({ name }) => name === 'notafter_endpoint_deployed');
      expect(deployed.map(({ value }) => value)).toEqual(values);
      // An old success of a server that cannot be reached now is not shown as what it serves.
      expect(samples.some(({ labels }) => labels['source'] === 'served')).toBe(values.length > 0);
    },
  );

  it.each([
    ['current', null, 1],
    ['stale', null, 1],
    ['expired', null, 1],
    ['unreachable', { kind: 'refused', code: 'ECONNREFUSED' }, 0],
    // The computer was offline, or the probe is too old: nothing is known of the server.
    ['stale', { kind: 'offline' }, null],
    ['unknown', null, null],
  ] as const)('say whether an address could be reached, if that is known: %s, %j', (status, error, value) => {
    const own = address({ status, error: error as InventoryAddress['error'] });
    const samples = samplesOf([inventoryOrder({ endpoints: [endpoint([own])] })]);
    const reachable = samples.filter(({ name }) => name === 'notafter_endpoint_reachable');
    const labels = expect.objectContaining({ endpoint: 'www.example.com:443', address: '192.0.2.1' });
    expect(reachable).toEqual(value === null ? [] : [{ name: 'notafter_endpoint_reachable', labels, value }]);
  });

  it('say that an endpoint without an address can not be reached, as when its name is not resolved', () => {
    const unresolved = { error: { kind: 'notFound', code: 'ENOTFOUND' } } as const;
    const samples = samplesOf([inventoryOrder({ endpoints: [endpoint([], unresolved)] })]);
    const [reachable] = samples.filter(({ name }) => name === 'notafter_endpoint_reachable');
    expect(reachable).toMatchObject({ labels: { endpoint: 'www.example.com:443' }, value: 0 });
    expect(reachable?.labels).not.toHaveProperty('address');
  });

  it('say nothing of an endpoint before its first probe', () => {
    const samples = samplesOf([inventoryOrder({ endpoints: [endpoint([], { probedAt: null })] })]);
    expect(samples.filter(({ name }) => name === 'notafter_endpoint_reachable')).toEqual([]);
  });

  it('keep paths different that differ only in a control character and its escape', () => {
    const paths = ['/a\u001b', String.raw`/a\u{1b}`, String.raw`/a\u{5c}u{1b}`, String.raw`/a\\u{1b}`];
    const files = paths.map((path) => {
      return { orderId: 'order-1', path, fingerprint256: 'x', notBefore: 1, notAfter: 2 };
    });
    const written = samplesOf([inventoryOrder()], { files })
      .filter(({ name, labels }) => name === 'x509_cert_not_after' && labels['source'] === 'file')
      .map(({ labels }) => labels['filepath']);
    expect(new Set(written).size).toBe(new Set(paths).size);
  });

  it('say that an order was never confirmed, but nothing about a certificate that is not known', () => {
    const unknown = { fingerprint256: null, notBefore: null, renewal: { kind: 'unknown' } } as const;
    const fresh = inventoryOrder({
      ...unknown,
      lastConfirmedAt: null,
      status: 'neverFetched',
      conditions: [],
    });
    expect(samplesOf([fresh]).map(({ name, value }) => [name, value])).toEqual([
      ['notafter_order_last_confirmed_timestamp_seconds', 0],
      ['notafter_order_status', 1],
      ['notafter_clock_error_seconds', 0],
      ['notafter_poll_overdue_seconds', 0],
      ['notafter_build_info', 1],
    ]);
  });

  it('have the end of a chain that expires first beside the notAfter of the certificate', () => {
    const chainEnd = { at: now + 3 * DAY_MS, name: 'Issuing CA' };
    const values = new Map(samplesOf([inventoryOrder({ chainEnd })]).map(({ name, value }) => [name, value]));
    expect(values.get('x509_cert_not_after')).toBe((now + 60 * DAY_MS) / 1000);
    expect(values.get('notafter_order_usable_until_timestamp_seconds')).toBe(chainEnd.at / 1000);
  });

  it('say nothing of confirmations for a push-only order, which has none', () => {
    const names = samplesOf([inventoryOrder({ pushOnly: true })]).map(({ name }) => name);
    expect(names).not.toContain('notafter_order_last_confirmed_timestamp_seconds');
  });

  it('have the labels of the tags that were chosen, on every series of the order', () => {
    const tagged = inventoryOrder({ tags: ['team:"web"', 'prod'] });
    const tagLabels = [{ key: 'team', label: 'tag_team' }];
    const own = samplesOf([tagged], { tagLabels }).filter(({ labels }) => labels['id'] !== undefined);
    expect(own.length).toBeGreaterThan(3);
    for (const { labels } of own) expect(labels['tag_team']).toBe('"web"');
    expect(textOf([tagged])).not.toContain('tag_');
    expect(textOf([inventoryOrder()], { tagLabels })).not.toContain('tag_');
  });

  it('keep their order when a renewal changes that of the list', () => {
    const [one, other] = [inventoryOrder({ id: 'a' }), inventoryOrder({ id: 'b' })];
    expect(textOf([one, other])).toBe(textOf([other, one]));
  });

  it('are valid and unique whatever the names are, and keep different paths different', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(
        '"',
        '\\',
        '\n',
        'a"} 1\nb{c="',
        '\ud800',
        '\u202e',
        '\u0000',
        '\r\n',
        '|',
        'é',
        '证书',
        '\\u{1b}',
        '\u001b',
        '\\u{5c}u{1b}',
        '\\u{d800}',
      ),
    );
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.uniqueArray(text.map((rest) => `/${rest}`)),
        (title, rid, cn, paths) => {
          const [one, other] = ['1', '2'].map((id) =>
            inventoryOrder({
              ...{ id, title, rid, connection: title, commonName: cn, issuerName: cn },
              endpoints: [endpoint([address({ commonName: cn, issuerName: cn })], { serverName: rid })],
            }),
          );
          const files = paths.map((path) => {
            return { orderId: '1', path, fingerprint256: 'x', notBefore: 1, notAfter: 2 };
          });
          const orders = [one, other].filter((order) => order !== undefined);
          const samples = samplesOf(orders, { files, leaves: new Map() });
          const ends = samples.filter(({ name }) => name === 'x509_cert_not_after');
          expect(ends).toHaveLength(4 + paths.length);
          const exact = paths.filter((path) => !/[\p{C}\p{Zl}\p{Zp}]|\\u\{/u.test(path));
          const written = ends.map(({ labels }) => labels['filepath']);
          expect(written).toEqual(expect.arrayContaining(exact));
          expect(new Set(written.filter((path) => path !== undefined)).size).toBe(paths.length);
        },
      ),
    );
  });
});

describe('a serial number in decimal', () => {
  it('is exact for 20 octets, and negative for a negative one', () => {
    expect(decimalSerial('FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF')).toBe(String(2n ** 160n - 1n));
    expect(decimalSerial('-0A')).toBe('-10');
    expect(decimalSerial('')).toBeNull();
    expect(decimalSerial('no number')).toBeNull();
  });
});
