import { writeSync } from 'node:fs';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { confirmed, facts, record } from '#test/unit/storage/records.ts';

/** Writes orders and their states into the file of its first argument; after each it prints the id. Never ends. */
const [, , path = '', round = ''] = process.argv;
const result = openDatabase(path);
if (!result.ok) throw new Error(JSON.stringify(result.error));
const orders = createOrderRepository(result.value);

for (let count = 0; ; count += 1) {
  const id = `${round}-${count}`;
  const order = record(id, { addedAt: count });
  const added = orders.add([order], []);
  const saved = orders.saveStates([confirmed(order, facts(`${id}.example`), 1)]);
  if (added.ok && saved.ok) writeSync(1, `${id}\n`);
}
