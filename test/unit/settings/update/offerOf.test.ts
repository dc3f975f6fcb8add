import { expect, it } from 'vitest';
import { offerOf } from '#main/settings/update/updateSource.ts';

it('takes what a feed says of a version', () => {
  expect(
    offerOf({ version: '2.0.0', releaseNotes: ' One.\nTwo. ', releaseDate: '2026-02-01T00:00:00.000Z' }),
  ).toEqual({ version: '2.0.0', notes: 'One.\nTwo.', releasedAt: Date.UTC(2026, 1, 1) });
});

it('goes without what the feed leaves out, or says in a way that nobody understands', () => {
  const nothing = { version: '2.0.0', notes: null, releasedAt: null };
  expect(offerOf({ version: '2.0.0' })).toEqual(nothing);
  expect(offerOf({ version: '2.0.0', releaseNotes: [{ note: 'x' }], releaseDate: 'soon' })).toEqual(nothing);
  expect(offerOf({ version: '2.0.0', releaseNotes: '\u0000\u202e ' })).toEqual(nothing);
});

it('lets a feed neither flood the window nor turn its text around', () => {
  const offer = offerOf({ version: '2.0.0', releaseNotes: `\u202etxet\u0007${'x'.repeat(10_000)}` });
  expect(offer.notes).toHaveLength(4000);
  expect(offer.notes?.startsWith('txetx')).toBe(true);
});
