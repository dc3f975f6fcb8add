import { it } from 'vitest';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { liveSteps } from './live.ts';

/** The shortest sequences of steps in which lives of random days found something. */
const found: Readonly<Record<string, string>> = {
  'a snooze that ends when the order is critical': 'snooze 533,settings 115',
  'a delivery that is refused while the receiver ends': 'fail 364,sync 0,wrongClock 801,kill 722',
  'an update of files that waits because the certificate expired':
    'exportFiles 841,renew 433,day 0,keepUpdated 29',
  'an expired certificate that is renewed by another one of a day':
    'remove 375,exportFiles 477,renew 860,daylightSaving 0',
  'a token that is refused while the service is slow':
    'hours 11,hang 28,restart 0,revokeToken 376,sync 840,hours 882',
  'an order that is restored when its certificate has expired':
    'revokeToken 0,remove 769,month 0,hours 13,undo 0',
  'an order that is added again after a year': 'remove 0,year 0,restart 0,add 0,hours 1',
  'an order that is added again after a kill': 'prune 0,month 0,kill 0,add 0,daylightSaving 0',
  'a delivery that is accepted after its name was unlinked':
    'deliverNew 0,approveDelivery 0,unlinkDelivery 0,deliver 6,approveDelivery 0',
  'events while their secret is replaced':
    'renew 0,restart 260,deliverNew 147,replaceEventSecret 487,rightClock 155,replaceEventSecret 760',
};

it.each(Object.entries(found))(
  'days keep what every surface promises: %s',
  { timeout: 2 * MINUTE_MS },
  (_, line) => liveSteps(line),
);

it(
  'days keep what every surface promises: a refused token of a connection that has no orders',
  {
    timeout: 2 * MINUTE_MS,
  },
  () => liveSteps('revokeToken 0,remove 484,sync 986,remove 447', '0.1.0-review'),
);
