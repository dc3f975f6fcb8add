import { expect, it } from 'vitest';
import { deliverArguments } from '#scripts/demo/pushRenewal.ts';
import { parseDeliverCommandLine } from '#test/service/deliverCommandLine.ts';

it.each(['J7tCf4QnRh6Z', '-XYZ', '--renew'])('the demo delivers an order with the rid %s', (rid) => {
  const request = {
    controlUrl: 'http://127.0.0.1:4000/control',
    rid,
    address: 'http://127.0.0.1:5000/hook',
    secretFile: '/tmp/secret',
  };
  const [command, ...args] = deliverArguments(request);
  expect(command).toBe('deliver');
  expect(parseDeliverCommandLine(args, {})).toMatchObject({
    kind: 'deliver',
    request: { rid, renew: true, control: request.controlUrl, to: request.address },
  });
});
