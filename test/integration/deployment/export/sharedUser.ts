import { createInterface } from 'node:readline';

/*
 * One of two users who share a folder, in a process of its own. The first argument is the number of the user to become;
 * `same` stays who it is. Each line of the input is a request; each gets a line with what came of it.
 */

/** Becomes the user of the arguments, and answers requests. What `handle` throws is an answer too. */
export async function actAs<Request>(handle: (request: Request) => Promise<unknown>): Promise<void> {
  const user = process.argv[2] ?? 'same';
  if (user !== 'same') {
    process.setgroups?.([]);
    process.setgid?.(Number(user));
    process.setuid?.(Number(user));
  }
  console.log('"ready"');
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as Request;
    const answer = await handle(request).catch((error: unknown) => `failed: ${(error as Error).message}`);
    console.log(JSON.stringify(answer ?? null));
  }
}
