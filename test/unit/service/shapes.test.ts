import { afterEach, describe, expect, it } from 'vitest';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { type ReferenceService, startReferenceService } from '#test/service/referenceService.ts';
import { shapes } from '#test/service/shapes.ts';
import { ask } from './serviceClient.ts';

// Its RSA key takes a while, so all services of this file go on with one authority.
const authority = await CertificateAuthority.create(Date.now());
const rid = 'r1';
let service: ReferenceService;

afterEach(() => service.close());

describe('the body of the latest-certificate endpoint', () => {
  it('has exactly the promised fields in every shape, switched while the service runs', async () => {
    service = await startReferenceService({ authority, orders: 0 });
    const { material } = await service.addOrder({ rid, name: 'One' });
    const { key, certificate, certificateServer, certificateChain, notAfter } = material;
    const flat = { rid, name: 'One', ...material };
    const expected = {
      flat,
      data: { data: flat },
      result: { result: flat },
      envelope: { code: 0, msg: 'success', data: flat },
      snake: {
        rid,
        name: 'One',
        key,
        certificate,
        certificate_server: certificateServer,
        certificate_chain: certificateChain,
        not_after: notAfter,
      },
      partial: { certificate, notAfter },
      none: { rid, name: 'One', notAfter },
    };
    for (const shape of shapes) {
      service.setShape(shape);
      expect(await (await ask(service, rid)).json(), shape).toEqual(expected[shape]);
    }
  });

  it('leaves the downloads as they are in every shape', async () => {
    service = await startReferenceService({ authority, orders: 0, shape: 'none' });
    const { material } = await service.addOrder({ rid });
    expect(await (await ask(service, rid, 'key')).text()).toBe(material.key);
  });
});

describe('errors in the envelope', () => {
  it('keep their status and say it as code', async () => {
    service = await startReferenceService({ authority, orders: 0, shape: 'envelope' });
    const response = await ask(service, rid);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ code: 404, msg: 'There is no order with this rid', data: null });
  });

  it('are HTTP 200 when told so, for a bad token as for an unknown rid, downloads included', async () => {
    service = await startReferenceService({ authority, orders: 0, shape: 'envelope', envelopeErrors: true });
    const unknown = await ask(service, rid, 'certificate');
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await unknown.json()).toMatchObject({ code: 404, data: null });
    const refused = await ask(service, rid, 'latest', 'wrong');
    expect(refused.status).toBe(200);
    expect(await refused.json()).toMatchObject({ code: 401, data: null });
  });

  it('are of no effect on other shapes', async () => {
    service = await startReferenceService({ authority, orders: 0, shape: 'flat', envelopeErrors: true });
    expect((await ask(service, rid)).status).toBe(404);
  });
});
