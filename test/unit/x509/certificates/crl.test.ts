import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { certificateIds } from '#main/x509/certificates/certificateIds.ts';
import { askCrl, compareIssues } from '#main/x509/certificates/crl.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { CertificateAuthority, type CrlRequest } from '#test/service/certificateAuthority.ts';
import { labelled } from '#test/support/containerFiles.ts';
import { deltaIndicator, issuingPoint } from '#test/support/crlParts.ts';

const now = Date.UTC(2026, 5, 15, 12);
const url = 'http://crl.example/one.crl';
const authority = await CertificateAuthority.create(now);
authority.crlUrl = url;
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const issued = await authority.issueLeaf({
  names: ['shop.example'],
  publicKey,
  issuer: 'rsa',
  notBefore: new Date(now - DAY_MS),
  notAfter: new Date(now + 90 * DAY_MS),
});
const leaf = new X509Certificate(issued.leafPem);
const issuer = new X509Certificate(issued.chainPem);
const { serialNumber } = leaf;

async function listWith(change: Partial<CrlRequest> = {}, by = authority): Promise<Buffer> {
  return by.signCrl({
    issuer: 'rsa',
    thisUpdate: new Date(now - DAY_MS),
    nextUpdate: new Date(now + 3 * DAY_MS),
    revoked: [{ serialNumber: '0badcafe', at: new Date(now - DAY_MS) }],
    ...change,
  });
}

const ask = (bytes: Buffer, at = now) => askCrl(bytes, { leaf, issuer, url, now: at });
const nextUpdate = now + 3 * DAY_MS;
const issue = { thisUpdate: now - DAY_MS, number: null };

describe('askCrl', () => {
  it('reads where the certificate says its list is', () => {
    expect(certificateIds(leaf)).toMatchObject({ crlUrls: [url], signsCrls: false });
    expect(certificateIds(issuer)).toMatchObject({ crlUrls: [], signsCrls: true });
  });

  it('finds nothing where the certificate is not on the list, or the list is empty', async () => {
    const fine = { ok: true, value: { revocation: null, nextUpdate, issue } };
    expect(await ask(await listWith())).toEqual(fine);
    expect(await ask(await listWith({ revoked: [] }))).toEqual(fine);
  });

  it('reads a list in PEM, with any line ends', async () => {
    const der = await listWith({ revoked: [{ serialNumber, at: new Date(now - DAY_MS) }] });
    const pem = labelled('X509 CRL', der);
    const found = { ok: true, value: { revocation: { at: now - DAY_MS } } };
    for (const text of [pem, `\ufeff${pem.replaceAll('\n', '\r\n')}`, pem.replaceAll('\n', '')])
      expect(await ask(Buffer.from(text))).toMatchObject(found);
    expect(await ask(Buffer.from(pem.slice(0, -30)))).toEqual({ ok: false, error: 'unreadable' });
  });

  it('reads PEM that is longer than the piece that is decoded at once', async () => {
    const der = await listWith({ revoked: [{ serialNumber, at: new Date(now - DAY_MS) }] });
    // Odd numbers, so that a piece ends between any two characters.
    const pem = labelled('X509 CRL', der).replaceAll('\n', `\n${' '.repeat(99_991)}`);
    expect(pem.length).toBeGreaterThan(600_000);
    expect(await ask(Buffer.from(pem))).toMatchObject({
      ok: true,
      value: { revocation: { at: now - DAY_MS } },
    });
  });

  it('reads the time and the reason of a revocation, among many', async () => {
    const others = Array.from({ length: 500 }, (_, index) => ({
      serialNumber: `10${index.toString(16).padStart(6, '0')}`,
      at: new Date(now - DAY_MS),
    }));
    const at = new Date(now - 5 * DAY_MS);
    const withReason = await listWith({
      revoked: [...others, { serialNumber, at, reason: 'keyCompromise' }],
    });
    expect(await ask(withReason)).toEqual({
      ok: true,
      value: { revocation: { at: at.getTime(), reason: 'keyCompromise' }, nextUpdate, issue },
    });
    const without = await listWith({ revoked: [{ serialNumber, at }, ...others] });
    expect(await ask(without)).toMatchObject({ value: { revocation: { reason: 'unspecified' } } });
    const last = await listWith({ revoked: [{ serialNumber, at, reason: 'aACompromise' }] });
    expect(await ask(last)).toMatchObject({ value: { revocation: { reason: 'aaCompromise' } } });
  });

  it('takes the signatures of both kinds of keys', async () => {
    const ec = await authority.issueLeaf({
      names: ['shop.example'],
      publicKey,
      issuer: 'ecdsa',
      notBefore: new Date(now - DAY_MS),
      notAfter: new Date(now + DAY_MS),
    });
    const list = await listWith({ issuer: 'ecdsa' });
    const question = {
      leaf: new X509Certificate(ec.leafPem),
      issuer: new X509Certificate(ec.chainPem),
      url,
      now,
    };
    expect(await askCrl(list, question)).toMatchObject({ ok: true });
    const broken = Buffer.from(list);
    const last = broken.length - 1;
    broken.writeUInt8(broken.readUInt8(last) ^ 1, last);
    expect(await askCrl(broken, question)).toEqual({ ok: false, error: 'signature' });
  });

  it('refuses a changed list, one of another key, and one of another issuer', async () => {
    const list = await listWith({ revoked: [{ serialNumber, at: new Date(now) }] });
    const changed = Buffer.from(list);
    const place = list.indexOf(Buffer.from(serialNumber, 'hex'));
    changed.writeUInt8(changed.readUInt8(place + 3) ^ 1, place + 3);
    expect(await ask(changed)).toEqual({ ok: false, error: 'signature' });
    // The same names, and other keys.
    expect(await ask(await listWith({}, await CertificateAuthority.create(now)))).toEqual({
      ok: false,
      error: 'signature',
    });
    expect(await ask(await listWith({ issuer: 'ecdsa' }))).toEqual({ ok: false, error: 'otherIssuer' });
  });

  it('refuses a list that is too old, not issued yet, or without an end', async () => {
    const list = await listWith();
    expect(await ask(list, nextUpdate)).toEqual({ ok: false, error: 'outdated' });
    expect(await ask(list, now - 2 * DAY_MS)).toEqual({ ok: false, error: 'outdated' });
    expect(await ask(await listWith({ nextUpdate: undefined }))).toEqual({ ok: false, error: 'unsupported' });
  });

  it('takes a list for this address and for servers, and no other part, delta or indirect list', async () => {
    const asked = async (extension: ReturnType<typeof issuingPoint>) =>
      ask(await listWith({ extensions: [extension] }));
    expect(await asked(issuingPoint({ url, flag: 'userCertificates' }))).toMatchObject({ ok: true });
    const refused = { ok: false, error: 'unsupported' };
    expect(await asked(issuingPoint({ url: 'http://crl.example/two.crl' }))).toEqual(refused);
    expect(await asked(issuingPoint({ url, flag: 'authorities' }))).toEqual(refused);
    expect(await asked(issuingPoint({ url, flag: 'someReasons' }))).toEqual(refused);
    expect(await asked(issuingPoint({ url, flag: 'indirect' }))).toEqual(refused);
    expect(await asked(issuingPoint({ url, flag: 'attributeCertificates' }))).toEqual(refused);
    expect(await asked(deltaIndicator)).toEqual(refused);
    const unknown = { oid: '1.2.3.4', der: Buffer.from([0x05, 0x00]) };
    expect(await asked({ ...unknown, critical: true })).toEqual(refused);
    expect(await asked({ ...unknown, critical: false })).toMatchObject({ ok: true });
  });

  it('refuses what is no list, cut anywhere', async () => {
    const list = await listWith();
    for (let length = 0; length < list.length; length += 7)
      expect(await ask(list.subarray(0, length))).toEqual({ ok: false, error: 'unreadable' });
    expect(await ask(Buffer.concat([list, Buffer.from([0])]))).toEqual({ ok: false, error: 'unreadable' });
    expect(await ask(Buffer.from('<html></html>'))).toEqual({ ok: false, error: 'unreadable' });
    expect(await ask(Buffer.from(leaf.raw))).toMatchObject({ ok: false });
  });

  it('reads when a list was issued, and its number', async () => {
    const number = { oid: '2.5.29.20', critical: false, der: Buffer.from([0x02, 0x02, 0x01, 0x00]) };
    const answer = await ask(await listWith({ extensions: [number] }));
    expect(answer).toMatchObject({ value: { issue: { thisUpdate: now - DAY_MS, number: '0100' } } });
  });

  it('skips extensions of the certificate that it does not need', async () => {
    const broken = Buffer.from(leaf.raw);
    // The subject key identifier becomes an octet string that is too short for its content.
    const place = broken.indexOf(Buffer.from('0603551d0e04', 'hex'));
    broken.writeUInt8(broken.readUInt8(place + 8) + 1, place + 8);
    const changed = new X509Certificate(broken);
    expect(certificateIds(changed)).toEqual(certificateIds(leaf));
    const asked = await askCrl(await listWith(), { leaf: changed, issuer, url, now });
    expect(asked).toMatchObject({ ok: true });
  });
});

it('compares lists by the time of issue, then by the number', () => {
  const issue = (thisUpdate: number, number: string | null) => ({ thisUpdate, number });
  expect(compareIssues(issue(1, 'ff'), issue(2, '01'))).toBeLessThan(0);
  expect(compareIssues(issue(2, null), issue(1, 'ff'))).toBeGreaterThan(0);
  expect(compareIssues(issue(1, '0100'), issue(1, 'ff'))).toBeGreaterThan(0);
  expect(compareIssues(issue(1, '09'), issue(1, '0a'))).toBeLessThan(0);
  expect(compareIssues(issue(1, '09'), issue(1, '0009'))).toBe(0);
  expect(compareIssues(issue(1, null), issue(1, 'ff'))).toBe(0);
});
