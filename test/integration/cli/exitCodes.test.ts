import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { okValue, serviceFor, startTestApp, temporaryFolder, until } from '#test/integration/app/testApp.ts';
import { notafter } from './askApp.ts';

/** An app that knows the authority of its service, so that what it exports can be proven. */
async function trusting(rid: string, domain: string) {
  const service = await serviceFor({ tls: true, orders: 0 });
  await service.addOrder({ rid, domains: [domain] });
  const caFile = join(temporaryFolder(), 'root.pem');
  writeFileSync(caFile, service.caPem);
  const test = await startTestApp();
  test.desktop.choices.chooseCaFile = caFile;
  const chosen = okValue(await test.call('connections:chooseCaFile', null));
  const ca = { kind: 'chosen', id: chosen?.id ?? '' } as const;
  const draft = { name: 'Production', baseUrl: service.baseUrl, ca, token: service.token };
  const { id } = okValue(await test.call('connections:add', draft));
  okValue(await test.call('orders:add', { connectionId: id, text: rid }));
  await until(() => test.order(rid)?.lastConfirmedAt != null);
  return { test, service };
}

describe('export', () => {
  it.each([
    ['0', 'a client connects by its name', 'shop.example', 0, /^Proven: /mu],
    ['1', 'no client will connect by it', 'no host!', 1, /^Not proven: the certificate names no host/mu],
  ])('exits with %s when %s', async (_code, _what, domain, code, said) => {
    const { test } = await trusting('shop', domain);
    const line = 'export shop --preset nginx --to . --accept-warnings';
    expect(await notafter(test, line, { cwd: temporaryFolder() })).toMatchObject({
      code,
      out: expect.stringMatching(said),
    });
  });
});
