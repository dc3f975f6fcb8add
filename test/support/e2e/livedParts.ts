import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '#main/app/startDialogs.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import type { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { continuedAge } from '../ages/ages.ts';
import { writeAge } from '../ages/openAge.ts';
import type { TestService } from './service.ts';

/** What the earlier data have of a connection and its orders. */
export const earlier = { connectionId: 'c-1', orders: { Branch: 'rid-shop', Depot: 'rid-mail' } } as const;

/** Tables with what belongs to one computer, or would end what others try: places, WebHooks and settings. */
const elsewhere =
  /^INSERT INTO (?:settings|alert_pause|copy_|deliver|endpoint|hidden|hook|order_names|planned|push_|receiver|seen_|untold|vault_check).*\n/gmu;

/**
 * Begins a profile with the database that 0.1 wrote and 0.2 went on with: two orders of a connection to this service, whose
 * token the keyring does not have, and an own preset.
 */
export async function beginWithEarlierData(profile: string, service: TestService): Promise<void> {
  const changes: readonly (readonly [from: string, to: string])[] = [
    [
      "'Connection c-1', 'https://c-1.example', 'office.pem', 'PEM of a CA'",
      `'Branch office', '${service.baseUrl}', 'office.pem', '${service.caPem}'`,
    ],
    ["INSERT INTO connections VALUES ('c-2', 'Connection c-2', 'https://c-2.example', NULL, NULL", '-- '],
    ["'c-2'", "'c-1'"],
    ['The shop', 'Branch'],
    ['shop-', 'branch-'],
    ['mail.example', 'depot.example'],
  ];
  const { Branch, Depot } = earlier.orders;
  const names = (host: string) => [host, `www.${host}`] as const;
  const branch = { rid: Branch, name: 'Branch', domains: names('branch-2.example') };
  await service.addOrder({ ...branch, days: 70, keyKind: 'rsa2048' });
  // Its key is of another kind now, which a person has to review.
  await service.addOrder({ rid: Depot, name: 'Depot', days: 70, domains: names('depot.example') });
  writeAge(continuedAge.name, join(profile, DATABASE_FILE), (sql) =>
    changes.reduce((text, [from, to]) => text.replaceAll(from, to), sql.replaceAll(elsewhere, '')),
  );
}

/** Adds an order whose certificate its authority has revoked an hour ago, as a list says until the process ends. */
export async function addRevoked(
  authority: CertificateAuthority,
  service: TestService,
  rid: string,
  name: string,
): Promise<void> {
  let body: Buffer = Buffer.alloc(0);
  const server = createServer((_, response) => response.end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  authority.crlUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.crl`;
  const { material } = await service.addOrder({ rid, name, days: 80, domains: [`${rid}.example.com`] });
  authority.crlUrl = null;
  const { serialNumber } = new X509Certificate(material.certificate);
  const now = Date.now();
  body = await authority.signCrl({
    issuer: 'ecdsa',
    thisUpdate: new Date(now - HOUR_MS),
    nextUpdate: new Date(now + 30 * DAY_MS),
    revoked: [{ serialNumber, at: new Date(now - HOUR_MS), reason: 'keyCompromise' }],
  });
}

/** Damages the row of an order's certificate, as another program may, in the data of an app that does not run. */
export function damageRow(profile: string, rid: string): void {
  const database = new DatabaseSync(join(profile, DATABASE_FILE));
  const ofOrder = 'SELECT fingerprint FROM order_states JOIN orders ON id = order_id WHERE rid = ?';
  database.prepare(`UPDATE certificates SET facts = '{' WHERE fingerprint IN (${ofOrder})`).run(rid);
  database.close();
}
