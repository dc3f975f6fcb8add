import type { Tamper } from '#test/service/referenceService.ts';
import { receive, signingSecret } from './receiving.ts';
import { serviceFor, startTestApp, type TestAppOptions } from './testApp.ts';

const secret = signingSecret;

/** An app that receives from a service with one order, whose name is not linked. */
export async function receiving({
  consent = false,
  ...options
}: TestAppOptions & { consent?: boolean } = {}) {
  const service = await serviceFor({ orders: 0 });
  await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 });
  const test = await startTestApp(options);
  if (consent) await test.call('keychain:setMemoryConsent', true);
  const at = await receive(test);
  const statusOf = async (task: string, sending: { url?: string; secret?: string; tamper?: Tamper } = {}) => {
    const verdict = await service.deliver('shop', { url: at.url, secret, task, ...sending });
    return 'status' in verdict ? verdict.status : null;
  };
  const tasks = () =>
    test
      .seen()
      .inbox.map(({ task }) => task)
      .toSorted();
  return { service, test, at, statusOf, tasks };
}

/** Adds headers, or replaces those of their names. */
export function withHeaders(...headers: [name: string, value: string][]): Tamper {
  return (request) => ({
    ...request,
    headers: [...request.headers.filter(([name]) => headers.every(([other]) => other !== name)), ...headers],
  });
}
