import { createInterface } from 'node:readline';

/*
 * One of two users who share a folder, in a separate process. The first argument is the uid to switch to;
 * `same` keeps the current one. Each line of the input is a request, which is answered with a line.
 */

/** Switches to the user of the arguments, and answers requests. An error of `handle` is also an answer. */
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
