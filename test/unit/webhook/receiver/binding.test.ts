import { expect, it } from 'vitest';
import { faultOf } from '#main/webhook/receiver/binding.ts';

it.each([
  ['EADDRINUSE', 'portInUse'],
  ['EADDRNOTAVAIL', 'addressGone'],
  ['EACCES', 'notPermitted'],
  ['EINVAL', 'other'],
])('maps %s to its reason', (code, reason) => {
  expect(faultOf(code)).toEqual({ reason, detail: code });
});
