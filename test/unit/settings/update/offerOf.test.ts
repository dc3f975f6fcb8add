import { expect, it } from 'vitest';
import { offerOf } from '#main/settings/update/updateSource.ts';

it('reads the description of a version from a feed', () => {
  expect(
    offerOf({ version: '2.0.0', releaseNotes: ' One.\nTwo. ', releaseDate: '2026-02-01T00:00:00.000Z' }),
  ).toEqual({ version: '2.0.0', notes: 'One.\nTwo.', releasedAt: Date.UTC(2026, 1, 1) });
});

it('ignores missing and invalid fields of the feed', () => {
  const nothing = { version: '2.0.0', notes: null, releasedAt: null };
  expect(offerOf({ version: '2.0.0' })).toEqual(nothing);
  expect(offerOf({ version: '2.0.0', releaseNotes: [{ note: 'x' }], releaseDate: 'soon' })).toEqual(nothing);
  expect(offerOf({ version: '2.0.0', releaseNotes: '\u0000\u202e ' })).toEqual(nothing);
});

it('limits the text of a feed, and removes bidirectional controls', () => {
  const offer = offerOf({ version: '2.0.0', releaseNotes: `\u202etxet\u0007${'x'.repeat(10_000)}` });
  expect(offer.notes).toHaveLength(4000);
  expect(offer.notes?.startsWith('txetx')).toBe(true);
});
