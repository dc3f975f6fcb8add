import { normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createKnownFiles } from '#main/deployment/copies/knownFiles.ts';
import type { PlannedPlace } from '#main/deployment/export/exportPorts.ts';
import { leafFacts, writtenBundle } from './copyFixtures.ts';
import { copyServiceSetUp } from './copyServiceSetUp.ts';

function scene() {
  const all = copyServiceSetUp();
  const id = all.write(writtenBundle(['key.pem', 'cert.pem'], { agreed: ['cloudSynced'] }));
  const known = createKnownFiles(all.registry, all.fs, async () => undefined);
  const content = all.registry.find(id)?.files ?? [];
  const place: PlannedPlace = {
    orderId: 'a',
    presetId: 'pem',
    folder: normalize('/t/a'),
    existing: ['key.pem', 'cert.pem'],
    content,
  };
  return { ...all, id, known, place };
}

describe('the registry, for an export', () => {
  it('knows the folder of a copy by its id', () => {
    const { known, id } = scene();
    expect(known.target(id)).toBe('/t');
    expect(known.target('other')).toBe(null);
  });

  it('recognizes files that have exactly what would be written', async () => {
    const { known, place, id } = scene();
    const { fingerprint256, notBefore, notAfter } = leafFacts();
    const leaf = { fingerprint256, notBefore, notAfter };
    const facts = { copyId: id, agreed: ['cloudSynced'], leaf, chainComplete: true };
    expect(await known.own(place)).toEqual({ ...facts, currentSince: 5000 });
    const [first, ...rest] = place.content ?? [];
    const other = first === undefined ? [] : [{ ...first, sha256: '00' }, ...rest];
    for (const change of [{ content: other }, { content: null }, { presetId: 'nginx' }])
      expect(await known.own({ ...place, ...change })).toEqual({ ...facts, currentSince: null });
  });

  it('takes files as foreign that another program or order wrote or changed', async () => {
    const { known, place, fs } = scene();
    expect(await known.own({ ...place, orderId: 'b' })).toBe(null);
    expect(await known.own({ ...place, existing: ['key.pem', 'notes.txt'] })).toBe(null);
    fs.write('/t/a/key.pem', 'changed');
    expect(await known.own(place)).toBe(null);
  });
});
