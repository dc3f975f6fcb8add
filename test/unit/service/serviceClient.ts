import { request as httpsRequest } from 'node:https';
import type { Endpoint, ReferenceService } from '#test/service/referenceService.ts';

/** Asks the service for an endpoint of an order with fetch; follows no redirect. */
export function ask(
  service: ReferenceService,
  rid: string,
  endpoint: Endpoint = 'latest',
  token: string = service.token,
): Promise<Response> {
  const download = endpoint === 'latest' ? '' : `/${endpoint}`;
  return fetch(`${service.baseUrl}/open/ssl/latest/${encodeURIComponent(rid)}${download}`, {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'manual',
  });
}

/** The status that an HTTPS request gets from a client that trusts `ca` (PEM) alone. */
export function httpsStatus(url: string, ca: string, token: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(url, { ca, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.once('error', reject);
    request.end();
  });
}
