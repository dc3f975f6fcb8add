import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { directoryOf, renewalId, replacementOf } from '#main/monitoring/authority/renewalInfo.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';
import { selfSigned } from '#test/support/testCertificates.ts';

/** The certificate of RFC 9773, appendix A. */
const example = new X509Certificate(`-----BEGIN CERTIFICATE-----
MIIBQzCB66ADAgECAgUAh2VDITAKBggqhkjOPQQDAjAVMRMwEQYDVQQDEwpFeGFt
cGxlIENBMCIYDzAwMDEwMTAxMDAwMDAwWhgPMDAwMTAxMDEwMDAwMDBaMBYxFDAS
BgNVBAMTC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeBZu
7cbpAYNXZLbbh8rNIzuOoqOOtmxA1v7cRm//AwyMwWxyHz4zfwmBhcSrf47NUAFf
qzLQ2PPQxdTXREYEnKMjMCEwHwYDVR0jBBgwFoAUaYhba4dGQEHhs3uEe6CuLN4B
yNQwCgYIKoZIzj0EAwIDRwAwRAIge09+S5TZAlw5tgtiVvuERV6cT4mfutXIlwTb
+FYN/8oCIClDsqBklhB9KAelFiYt9+6FDj3z4KGVelYM5MdsO3pK
-----END CERTIFICATE-----`);

describe('renewalId', () => {
  it('names the certificate of RFC 9773 as it does', () => {
    expect(renewalId(example)).toBe('aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE');
  });

  it('has none for a certificate that does not name the key of its issuer', async () => {
    expect(renewalId(new X509Certificate((await selfSigned('a.example', false)).pem))).toBeNull();
  });
});

describe('directoryOf', () => {
  it('knows authorities by the organisation that issued, and takes the address of the user for others', async () => {
    const by = async (name: string) => new X509Certificate((await selfSigned(name, true)).pem);
    const encrypt = await by("R11,O=Let's Encrypt,C=US");
    expect(directoryOf(encrypt, 'https://ca.example/dir')).toBe(
      'https://acme-v02.api.letsencrypt.org/directory',
    );
    const google = await by('WR2,O=Google Trust Services');
    expect(directoryOf(google, null)).toBe('https://dv.acme-v02.api.pki.goog/directory');
    const other = await by("O=Let's Encrypt of Somewhere");
    expect(directoryOf(other, null)).toBeNull();
    expect(directoryOf(other, 'https://ca.example/dir')).toBe('https://ca.example/dir');
  });
});

describe('replacementOf', () => {
  const validity = { notBefore: 0, notAfter: 90 * DAY_MS };
  const window = { start: 60 * DAY_MS, end: 62 * DAY_MS, explanationUrl: null };

  it('lets the usual window pass: the client that renews chooses a time in it', () => {
    expect(replacementOf(window, window.start, validity)).toEqual({
      from: window.end,
      by: window.end,
      explanationUrl: null,
    });
  });

  it('counts from its start when it was moved forward, is early in the lifetime, or is explained', () => {
    expect(replacementOf(window, window.start + 2 * DAY_MS, validity).from).toBe(window.start);
    const early = { ...window, start: 10 * DAY_MS, end: 11 * DAY_MS };
    expect(replacementOf(early, early.start, validity).from).toBe(early.start);
    const explained = { ...window, explanationUrl: 'https://ca.example/why' };
    expect(replacementOf(explained, window.start, validity)).toEqual({
      from: window.start,
      by: window.end,
      explanationUrl: 'https://ca.example/why',
    });
  });

  it.each([
    ['90 days', 90 * 24],
    ['45 days', 45 * 24],
    ['160 hours', 160],
  ])("takes the window that Let's Encrypt gives a certificate of %s for a usual one", (_what, hours) => {
    // As its server calculates it: notAfter is the last second.
    const lifetime = hours * HOUR_MS;
    const notAfter = lifetime - 1000;
    const ideal = notAfter - lifetime / (lifetime < 10 * DAY_MS ? 2 : 3);
    const inSeconds = (at: number) => Math.floor(at / 1000) * 1000;
    const [start, end] = [inSeconds(ideal - lifetime / 100), inSeconds(ideal + lifetime / 100)];
    const usual = { start, end, explanationUrl: null };
    const of = { notBefore: 0, notAfter };
    expect(replacementOf(usual, start, of).from).toBe(end);
    const past = { start: 2 * HOUR_MS, end: 2.5 * HOUR_MS, explanationUrl: null };
    expect(replacementOf(past, start, of).from).toBe(past.start);
  });

  it('takes a window that moved by an hour or a hundredth of the lifetime for a usual one', () => {
    expect(replacementOf(window, window.start + 0.9 * DAY_MS, validity).from).toBe(window.end);
    expect(replacementOf(window, window.start + DAY_MS, validity).from).toBe(window.start);
    const short = { notBefore: 0, notAfter: 2 * DAY_MS };
    const usual = { start: 1.2 * DAY_MS, end: 1.3 * DAY_MS, explanationUrl: null };
    expect(replacementOf(usual, usual.start + HOUR_MS, short).from).toBe(usual.end);
    expect(replacementOf(usual, usual.start + HOUR_MS + 1, short).from).toBe(usual.start);
  });
});
