import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acceptRelease,
  type FeedAnswer,
  MOST_RELEASE_BYTES,
  readUpdateKeys,
  withSeen,
} from '#main/settings/update/signedRelease.ts';
import { newFeedKey, releaseWith, signedBy } from '#test/support/signedFeed.ts';

const key = newFeedKey();
const reserve = newFeedKey();
const keys = [key.publicKey, reserve.publicKey];
const release = releaseWith();
const accept = (answer: FeedAnswer, seen: Parameters<typeof acceptRelease>[2] = null) =>
  acceptRelease(answer, keys, seen);
const text = JSON.stringify(release);
const genuine = signedBy(key, release);

describe('the description of a release', () => {
  it('is accepted with the signature of a key, also of the one in reserve', () => {
    expect(accept(genuine)).toEqual({ ok: true, value: release });
    expect(accept(signedBy(reserve, release))).toEqual({ ok: true, value: release });
  });

  it('is refused after a rotation to other keys', () => {
    const later = [reserve.publicKey, newFeedKey().publicKey];
    expect(acceptRelease(genuine, later, null)).toEqual({ ok: false, error: 'forged' });
    expect(acceptRelease(signedBy(reserve, release), later, null).ok).toBe(true);
  });

  it.each<[string, FeedAnswer, string]>([
    ['without a signature', { ...genuine, signature: null }, 'unsigned'],
    ['with the signature of another key', signedBy(newFeedKey(), release), 'forged'],
    ['with the signature of another release', { ...genuine, release: Buffer.from(`${text} `) }, 'forged'],
    ['with an empty signature', { ...genuine, signature: Buffer.alloc(0) }, 'forged'],
    ['with a signature of zeros', { ...genuine, signature: Buffer.alloc(64) }, 'forged'],
    [
      'with a signature and something after it',
      { ...genuine, signature: Buffer.concat([genuine.signature ?? Buffer.alloc(0), Buffer.alloc(1)]) },
      'forged',
    ],
    ['in a later format', signedBy(key, JSON.stringify({ ...release, format: 2 })), 'badFeed'],
    ['with a name that leaves the folder', signedBy(key, text.replace('[]', '[{"name":"../x"}]')), 'badFeed'],
    ['of no version', signedBy(key, releaseWith({ version: 'newest' })), 'badFeed'],
    ['older than its own minimum', signedBy(key, releaseWith({ minimumVersion: '2.0.1' })), 'badFeed'],
    ['that is no JSON', signedBy(key, '<!doctype html>'), 'badFeed'],
    ['that is no text', { ...signedBy(key, ''), release: Buffer.from([0xff]) }, 'forged'],
    ['that is a list', signedBy(key, '[]'), 'badFeed'],
    ['that is too long', signedBy(key, text + ' '.repeat(MOST_RELEASE_BYTES)), 'badFeed'],
  ])('%s is refused', (_, answer, error) => {
    expect(accept(answer)).toEqual({ ok: false, error });
  });

  it('is refused with one changed bit, wherever it is', () => {
    const places = fc.record({ part: fc.constantFrom('release', 'signature'), at: fc.nat(), bit: fc.nat(7) });
    fc.assert(
      fc.property(places, ({ part, at, bit }) => {
        const bytes = Buffer.from(genuine[part as keyof FeedAnswer] ?? []);
        const place = at % bytes.length;
        bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
        expect(accept({ ...genuine, [part]: bytes })).toEqual({ ok: false, error: 'forged' });
      }),
    );
  });

  it('is read as it is by a build without keys', () => {
    expect(acceptRelease({ ...genuine, signature: null }, [], null)).toEqual({ ok: true, value: release });
  });
});

describe('after a release was seen', () => {
  const seen = withSeen(null, releaseWith({ signedAt: '2026-03-01T12:00:00Z', minimumVersion: '1.5.0' }));

  it('the same description is accepted again, and one that was signed later', () => {
    expect(accept(genuine, seen).ok).toBe(true);
    expect(accept(signedBy(key, releaseWith({ signedAt: '2026-03-01T12:00:01Z' })), seen).ok).toBe(true);
  });

  it('a description that was signed before is refused, whatever the clock of this computer says', () => {
    const replayed = signedBy(key, releaseWith({ signedAt: '2026-03-01T11:59:59Z' }));
    expect(accept(replayed, seen)).toEqual({ ok: false, error: 'outdated' });
  });

  it('an older version is accepted only if it was signed later, and never one below the minimum', () => {
    const withdrawn = (version: string) =>
      accept(signedBy(key, releaseWith({ version, signedAt: '2026-04-01T00:00:00Z' })), seen);
    expect(withdrawn('1.5.0').ok).toBe(true);
    expect(withdrawn('1.4.9')).toEqual({ ok: false, error: 'outdated' });
  });

  it('time and minimum only grow', () => {
    const lower = releaseWith({ signedAt: '2026-05-01T00:00:00Z', minimumVersion: '1.0.0' });
    expect(withSeen(seen, lower)).toEqual({
      signedAt: Date.UTC(2026, 4, 1),
      minimumVersion: '1.5.0',
    });
    const higher = releaseWith({ signedAt: '2026-02-01T00:00:00Z', minimumVersion: '1.10.0' });
    expect(withSeen(seen, higher)).toEqual({
      signedAt: Date.UTC(2026, 2, 1, 12),
      minimumVersion: '1.10.0',
    });
  });
});

it('keys are read from words with blanks between', () => {
  const [first, second] = readUpdateKeys(`  ${key.text}\n${reserve.text} `);
  expect(first?.equals(key.publicKey)).toBe(true);
  expect(second?.equals(reserve.publicKey)).toBe(true);
  expect(readUpdateKeys(' ')).toEqual([]);
  expect(() => readUpdateKeys(`${key.text} x`)).toThrow();
});
