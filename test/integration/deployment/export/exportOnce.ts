import { bundleOf } from '#test/unit/deployment/export/bundles.ts';
import { destinationOn, zipOn } from '#test/unit/deployment/export/hiddenMemory.ts';

/*
 * Exports two orders to the target of the second argument, as `folder` or `zip` by the first, and prints the
 * result: one line for the whole and one for each order. A third argument is the uid to switch to after everything is
 * loaded.
 */
const [, , container = '', target = '', user] = process.argv;
if (user !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(Number(user));
  process.setuid?.(Number(user));
}
const destination = container === 'zip' ? zipOn(target) : destinationOn(target);
const bundles = ['a', 'b'].map((id) => bundleOf(id));

const review = await destination.review(bundles);
if (!review.ok) {
  console.log(JSON.stringify({ whole: review.error }));
} else {
  const usable = bundles.filter(({ orderId }) => review.value.orders.get(orderId)?.ok);
  for (const [orderId, found] of review.value.orders) {
    if (!found.ok) console.log(JSON.stringify({ orderId, error: found.error }));
  }
  const written = await destination.write(usable, {
    conflicts: 'replace',
    signal: new AbortController().signal,
    onOutcome: (orderId, outcome) => console.log(JSON.stringify({ orderId, ...outcome })),
  });
  if (!written.ok) console.log(JSON.stringify({ whole: written.error }));
}
