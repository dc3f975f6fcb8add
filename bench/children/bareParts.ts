import { createPrivateKey, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bareRequests } from './bareRequests.ts';
import { answer, childInput } from './childInput.ts';

/**
 * The floor of a sync's processor time, a script of the bare parts: each body is parsed, its certificate read, its key and
 * its signature checked, and all orders are stored in one transaction. Certificates of authorities are parsed once.
 */
const input = childInput<{ serviceFile: string; connections: number; folder: string }>();

interface Material {
  readonly name: string;
  readonly key: string;
  readonly certificateServer: string;
  readonly certificateChain: string;
}

const database = new DatabaseSync(join(input.folder, 'bare.db'));
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
database.exec('CREATE TABLE orders (rid TEXT PRIMARY KEY, name TEXT, facts TEXT, leaf TEXT, chain TEXT)');
const insert = database.prepare('INSERT INTO orders VALUES (?, ?, ?, ?, ?)');
const authorities = new Map<string, X509Certificate>();

const cpuBefore = process.cpuUsage();
const rows: string[][] = [];
await bareRequests(input).pull((rid, body) => {
  const material = JSON.parse(body) as Material;
  const leaf = new X509Certificate(material.certificateServer);
  if (!leaf.checkPrivateKey(createPrivateKey(material.key))) throw new Error('The key does not match');
  if (!leaf.verify(authorityOf(material.certificateChain).publicKey)) throw new Error('A wrong signature');
  const facts = JSON.stringify(factsOf(leaf));
  rows.push([rid, material.name, facts, material.certificateServer, material.certificateChain]);
});
database.exec('BEGIN');
for (const row of rows) insert.run(...row);
database.exec('COMMIT');
const cpu = process.cpuUsage(cpuBefore);
answer({ cpuMs: (cpu.user + cpu.system) / 1000 });

/** The first certificate of a chain. */
function authorityOf(chain: string): X509Certificate {
  const known = authorities.get(chain) ?? new X509Certificate(chain);
  authorities.set(chain, known);
  return known;
}

/** What the list shows of a certificate. */
function factsOf(leaf: X509Certificate) {
  const { fingerprint256, subject, subjectAltName, issuer, serialNumber, validFrom, validTo, ca } = leaf;
  const { asymmetricKeyType, asymmetricKeyDetails } = leaf.publicKey;
  const key = { type: asymmetricKeyType, ...asymmetricKeyDetails, publicExponent: undefined };
  return { fingerprint256, subject, subjectAltName, issuer, serialNumber, validFrom, validTo, ca, key };
}
