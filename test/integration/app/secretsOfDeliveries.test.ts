import { describe, expect, it, vi } from 'vitest';
import type { Tamper } from '#test/service/referenceService.ts';
import { delivered, receive, signingSecret, untilVerdict } from './receiving.ts';
import { withHeaders } from './receivingApp.ts';
import { bytesBelow, secretsOf, textOf } from './secretTraces.ts';
import { connect, okValue, serviceFor, startTestApp, temporaryFolder, until } from './testApp.ts';

const secret = signingSecret;

describe('signing secrets and delivered keys', () => {
  it('are never sent to the window, shown, logged or stored unencrypted', async () => {
    const written: string[] = [];
    const streams = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation((chunk) => {
        written.push(String(chunk));
        return true;
      }),
    );
    try {
      const service = await serviceFor({ orders: 0 });
      for (const keyKind of ['p256', 'rsa2048', 'p384'] as const) await service.addOrder({ keyKind });
      const userData = temporaryFolder();
      const { createConsoleLogger } = await import('#main/platform/logger.ts');
      const logger = createConsoleLogger(() => 0);
      const test = await startTestApp({ userData, surroundings: { logger } });
      await connect(test, service);
      const at = await receive(test);
      const wrong = 'SENTINEL-wrong-secret';
      const keys = service.rids.map((rid) => service.order(rid).material.key);
      for (const [index, rid] of service.rids.entries()) {
        const encoding = index === 1 ? 'form' : 'json';
        const task = `Task ${index}`;
        await service.deliver(rid, { url: at.url, secret, task, encoding });
        const { id } = await untilVerdict(test, task, 'unknownName');
        const orderId = test.order(rid)?.id ?? '';
        test.desktop.answer = () => 1;
        if (index === 0) okValue(await test.call('inbox:approve', id));
        else okValue(await test.call('inbox:map', { deliveryId: id, orderId }));
        await until(() => delivered(test, task)?.verdict.kind !== 'checking');
        await test.call('orders:details', orderId);
      }
      const [rid = ''] = service.rids;
      const other = service.order(service.rids[1] ?? '').material;
      const tampered: Tamper[] = [
        (request, fields) => ({ ...request, body: JSON.stringify({ ...fields, key: other.key }) }),
        (request, fields) => ({ ...request, body: JSON.stringify({ ...fields, ssl: fields.key }) }),
        (request, fields) => ({
          ...request,
          body: JSON.stringify({ ...fields, [fields.key]: 1, notAfter: 2 }),
        }),
        (request) => ({ ...request, body: request.body.slice(0, -20) }),
        (request) => ({ ...request, method: 'PUT' }),
        withHeaders(['host', secret.replaceAll('-', '')]),
      ];
      for (const tamper of tampered) await service.deliver(rid, { url: at.url, secret, tamper });
      await service.deliver(rid, { url: at.url, secret: wrong });
      await service.deliver(rid, { url: `${at.url}/${secret}`, secret });
      okValue(await test.call('hooks:addSecret', { id: at.hook.id, secret: wrong }));
      await test.call('hooks:addSecret', { id: at.hook.id, secret: `${wrong}2` });
      await test.call('hooks:add', { name: 'Bad', path: '/a b', secret: wrong });
      await test.call('receiver:test', { hookId: at.hook.id, url: at.url });
      await test.call('app:copyDiagnostics', null);
      await test.call('app:snapshot', null);
      await until(() => test.seen().receiverLog.length > 5);
      const open = bytesBelow(userData);
      await test.quit();

      const shown = textOf(test.desktop);
      const kept = open + bytesBelow(userData);
      expect(shown.includes(at.hook.path)).toBe(true);
      expect(kept.includes(at.hook.path)).toBe(true);
      const secrets = [secret, wrong, 'PRIVATE KEY', ...keys.flatMap(secretsOf)];
      for (const place of [shown, kept, written.join('')]) {
        for (const text of secrets) expect(place.includes(text), text).toBe(false);
      }
    } finally {
      for (const stream of streams) stream.mockRestore();
    }
  });
});
