import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

export const loopbackAddresses: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** A DNS lookup without a resolver, as not every resolver implements RFC 6761 for names under `localhost`. */
export const loopbackLookup: LookupFunction = (_name, options, done) => {
  const { family } = options;
  const wanted = loopbackAddresses.filter((each) =>
    family !== 4 && family !== 6 ? true : each.family === family,
  );
  const [first = loopbackAddresses[0]] = wanted;
  if (options.all === true) done(null, wanted);
  else done(null, first?.address ?? '', first?.family);
};
