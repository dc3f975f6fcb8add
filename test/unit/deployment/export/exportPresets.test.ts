import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildBundle } from '#main/x509/certificates/bundle.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { openPkcs12 } from '#main/x509/pkcs12/openPkcs12.ts';
import { err, ok } from '#shared/result.ts';
import { createAuthority, issue } from '../../x509/certificates/certificateFixtures.ts';
import { reviewed, setUp, states } from './exportServiceSetUp.ts';
import { materialOf, orderRow, requestFor } from './exportValues.ts';

const authority = await createAuthority();
const material = await issue(authority);

/** A path as configurations of servers have it. */
function configWord(path: string): string {
  return path.includes('\\') ? `"${path.replaceAll('\\', '\\\\')}"` : path;
}

describe('an export with a preset', () => {
  test('writes its files, and returns a snippet with their full paths', async () => {
    const harness = setUp([orderRow('a')]);
    const id = await reviewed(harness, ['a'], { presetId: 'haproxy' });
    expect(harness.service.view()).toMatchObject({
      presetId: 'haproxy',
      needsPassphrase: false,
      items: [{ planned: ['haproxy.pem'], snippet: null }],
    });
    harness.destination.outcome = () => ({
      kind: 'written',
      previous: null,
      files: ['a.example/haproxy.pem'],
    });
    await harness.service.confirm(id, 'replace');
    await harness.service.settled();
    expect(harness.destination.contents.get('a')).toEqual(['haproxy.pem key of aleaf of a and chain secret']);
    expect(harness.service.view()?.items[0]?.snippet).toBe(
      `bind :443 ssl crt ${configWord(join('/target', 'a.example', 'haproxy.pem'))}\n`,
    );
  });

  test('into a ZIP has the paths of the archive in its snippet', async () => {
    const harness = setUp([orderRow('a')]);
    const id = await reviewed(harness, ['a'], { presetId: 'haproxy', container: 'zip' });
    harness.destination.outcome = () => ({
      kind: 'written',
      previous: null,
      files: ['a.example/haproxy.pem'],
    });
    await harness.service.confirm(id, 'replace');
    await harness.service.settled();
    expect(harness.service.view()?.items[0]?.snippet).toBe('bind :443 ssl crt a.example/haproxy.pem\n');
  });

  test('created by the user has a snippet that depends on the contents of its files', async () => {
    const harness = setUp([orderRow('a')]);
    const file = { format: 'pem', mode: '600', lineEnds: 'lf' } as const;
    const files = [
      { ...file, name: 'site.crt', parts: ['leaf', 'chain'] },
      { ...file, name: 'site.key', parts: ['key'] },
    ] as const;
    const own = { id: 'own', name: 'Own', folder: '{alias}' } as const;
    harness.presets.push({ ...own, server: 'nginx', files }, { ...own, id: 'plain', server: null, files });
    harness.destination.outcome = () => ({
      kind: 'written',
      previous: null,
      files: ['a/site.crt', 'a/site.key'],
    });
    const snippets: unknown[] = [];
    for (const presetId of ['own', 'plain']) {
      await harness.service.confirm(await reviewed(harness, ['a'], { presetId }), 'replace');
      await harness.service.settled();
      snippets.push(harness.service.view()?.items[0]?.snippet);
    }
    expect(snippets).toEqual([
      `ssl_certificate     ${configWord(join('/target', 'a', 'site.crt'))};\nssl_certificate_key ${configWord(join('/target', 'a', 'site.key'))};\n`,
      null,
    ]);
  });

  test('that is unknown is refused before any dialog', async () => {
    const harness = setUp([orderRow('a')]);
    harness.choose(() => Promise.reject(new Error('not to be opened')));
    expect(await harness.service.start(requestFor(['a'], { presetId: 'gone' }))).toEqual(
      err({ kind: 'unknownId' }),
    );
  });

  test('reports an incomplete chain before the write', async () => {
    const harness = setUp([orderRow('a'), orderRow('b')]);
    harness.answers.set('b', async () => ok(materialOf('chainless b')));
    await reviewed(harness, ['a', 'b'], { presetId: 'nginx' });
    expect(harness.service.view()?.items.map(({ chain }) => chain)).toEqual([
      { complete: true, missingIssuer: null },
      { complete: false, missingIssuer: 'Intermediate' },
    ]);
  });

  test('names folders after the fetched leaf, and fails for orders with conflicting files', async () => {
    const harness = setUp([orderRow('a'), orderRow('b')]);
    const files = ['{alias}.pem', '{domain}.pem'].map((name) => ({
      name,
      format: 'pem' as const,
      parts: ['leaf' as const],
      mode: '644' as const,
      lineEnds: 'lf' as const,
    }));
    const own = { id: 'own', name: 'Own', folder: '{domain}-{rid}' };
    harness.presets.push({ ...own, server: null, files });
    harness.orders.set('b', orderRow('b', { alias: 'cn' }));
    await reviewed(harness, ['a', 'b'], { presetId: 'own' });
    expect(harness.service.view()?.items).toMatchObject([
      { state: 'ready', folder: 'cn-rid-a', planned: ['a.example.pem', 'cn.pem'] },
      { state: 'failed', error: { kind: 'fileSystem', reason: 'exists', name: 'cn.pem' } },
    ]);
  });
});

describe('files of another order', () => {
  const perOrder = {
    ...({ id: 'own', name: 'Own', folder: '', server: null } as const),
    files: [{ name: '{alias}.pem', format: 'pem', parts: ['leaf'], mode: '644', lineEnds: 'lf' } as const],
  };

  test('are never replaced: the error names the order', async () => {
    const harness = setUp([orderRow('a'), orderRow('b', { alias: 'Shop' })]);
    harness.presets.push(perOrder);
    const files = [{ name: 'a.example.pem' }];
    harness.copies.push({ orderId: 'b', target: '/target', folder: '', files });
    await harness.service.start(requestFor(['a'], { presetId: 'own' }));
    await harness.service.settled();
    expect(harness.service.view()?.items).toMatchObject([
      { state: 'failed', error: { kind: 'otherOrdersFile', name: 'a.example.pem', order: 'Shop' } },
    ]);
    harness.orders.delete('b');
    await harness.service.start(requestFor(['a'], { presetId: 'own' }));
    await harness.service.settled();
    expect(harness.service.view()?.items[0]?.error).toMatchObject({ kind: 'otherOrdersFile', order: null });
  });

  test('keep their folder for their order', async () => {
    const harness = setUp([orderRow('a'), orderRow('b')]);
    harness.copies.push({ orderId: 'b', target: '/target', folder: 'a.example', files: [{ name: 'x' }] });
    await reviewed(harness, ['a'], { presetId: 'nginx' });
    expect(harness.service.view()?.items[0]?.folder).toMatch(/^a\.example-[0-9a-f]{8}$/);
  });
});

describe('a PKCS#12 export', () => {
  const passphrase = 'correct horse';

  function withReal() {
    const harness = setUp([orderRow('a')], (given) =>
      buildBundle(given, { now: Date.now(), anchors: createTrustAnchors([]) }),
    );
    harness.answers.set('a', async () => ok(material));
    return harness;
  }

  test('waits for a valid passphrase', async () => {
    const harness = withReal();
    const id = await reviewed(harness, ['a'], { presetId: 'tomcat' });
    expect(harness.service.view()?.needsPassphrase).toBe(true);
    const refused = (given: string | null) => harness.service.confirm(id, 'replace', given);
    expect(await Promise.all([refused(null), refused(''), refused('a\nb'), refused('密码短语')])).toEqual(
      ['empty', 'empty', 'controlCharacters', 'notAscii'].map((reason) =>
        err({ kind: 'invalidInput', field: 'passphrase', reason }),
      ),
    );
    expect(harness.service.view()?.phase).toBe('review');
  });

  test('with a preset of the user accepts non-ASCII passphrases, except for Java', async () => {
    const harness = withReal();
    const files = [{ name: 'a.p12', format: 'pkcs12', mode: '600', lineEnds: 'lf' } as const].map((file) => ({
      ...file,
      parts: ['key', 'leaf', 'chain'] as const,
    }));
    const own = { name: 'Own', folder: '{alias}', files } as const;
    harness.presets.push({ ...own, id: 'java', server: 'tomcat' }, { ...own, id: 'other', server: 'iis' });
    const forJava = await reviewed(harness, ['a'], { presetId: 'java' });
    expect(await harness.service.confirm(forJava, 'replace', '密码短语')).toEqual(
      err({ kind: 'invalidInput', field: 'passphrase', reason: 'notAscii' }),
    );
    harness.service.cancel(forJava);
    await harness.service.settled();
    const other = await reviewed(harness, ['a'], { presetId: 'other' });
    expect(await harness.service.confirm(other, 'replace', '密码短语')).toEqual(ok(null));
    await harness.service.settled();
  });

  test('is written with the passphrase, opened again, and contains what was fetched', async () => {
    const harness = withReal();
    const id = await reviewed(harness, ['a'], { presetId: 'iis' });
    let opened: unknown;
    harness.destination.beforeWrite = async (bundles) => {
      const [file] = bundles[0]?.files ?? [];
      if (file === undefined) return;
      opened = await openPkcs12(file.content, passphrase);
      expect(await file.check?.(file.content)).toBeNull();
      const damaged = Buffer.from(file.content);
      damaged.fill(0, damaged.length - 20);
      expect(await file.check?.(damaged)).toMatchObject({ kind: 'pkcs12' });
    };
    expect(await harness.service.confirm(id, 'replace', passphrase)).toEqual(ok(null));
    await harness.service.settled();
    expect(states(harness)).toEqual(['a written']);
    expect(opened).toMatchObject({
      ok: true,
      value: { certificatePems: [material.certificateServer, material.certificateChain] },
    });
    expect(JSON.stringify(harness.views)).not.toContain(passphrase);
  });

  test('that is cancelled while it is built writes nothing', async () => {
    const harness = withReal();
    const id = await reviewed(harness, ['a'], { presetId: 'iis' });
    await harness.service.confirm(id, 'replace', passphrase);
    harness.service.cancel(id);
    await harness.service.settled();
    expect(harness.destination.contents.size).toBe(0);
    expect(harness.service.view()).toMatchObject({ phase: 'done' });
  });

  test('fails, before asking for a passphrase, for a key that its format does not support', async () => {
    const harness = withReal();
    const ed25519 = await issue(authority, { kind: 'ed25519' });
    harness.answers.set('a', async () => ok(ed25519));
    await harness.service.start(requestFor(['a'], { presetId: 'oldWindows' }));
    await harness.service.settled();
    expect(harness.service.view()).toMatchObject({
      phase: 'done',
      items: [{ state: 'failed', error: { kind: 'pkcs12', reason: 'keyKindNotSupported' } }],
    });
  });
});
