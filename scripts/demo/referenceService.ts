import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { untilInterrupted } from '../lib/interruption.ts';
import { projectFolder } from '../lib/paths.ts';
import { endProcess } from '../lib/processes.ts';
import { StopError } from '../lib/terminal.ts';

const announcementSchema = z.object({
  baseUrl: z.url(),
  caFile: z.string().nullable(),
  token: z.string(),
  rids: z.array(z.string()),
  controlUrl: z.url(),
});

/** What the reference service says of itself in its first line: everything that a connection to it takes. */
export type ServiceAnnouncement = z.infer<typeof announcementSchema>;

/** A running reference service and its process id. */
export type RunningService = ServiceAnnouncement & { readonly pid: number; stop(): Promise<void> };

/**
 * Starts the reference service over TLS in a process of its own. Throws `StopError`.
 * @param args more of its command line; default: the orders for show
 */
export async function startReferenceService(
  args: readonly string[] = ['--orders', 'showcase'],
): Promise<RunningService> {
  const script = join(projectFolder, 'test', 'service', 'main.ts');
  // A process group of its own: on Ctrl-C the app goes first, and so never sees its service vanish.
  const child = spawn(process.execPath, [script, '--tls', ...args], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    const line = await untilInterrupted(firstLine(createInterface({ input: child.stdout })));
    const announcement = announcementSchema.parse(JSON.parse(line));
    return { ...announcement, pid: child.pid ?? 0, stop: () => endProcess(child) };
  } catch (error) {
    await endProcess(child);
    throw error;
  }
}

async function firstLine(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    return line;
  }
  throw new StopError('The reference service ended before it was ready.');
}
