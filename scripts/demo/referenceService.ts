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

/** The first line of the reference service: everything that a connection to it needs. */
export type ServiceAnnouncement = z.infer<typeof announcementSchema>;

/** A running reference service and its process id. */
export type RunningService = ServiceAnnouncement & { readonly pid: number; stop(): Promise<void> };

/**
 * Starts the reference service with TLS in its own process. Throws `StopError`.
 * @param args more arguments for it; default: the showcase orders
 */
export async function startReferenceService(
  args: readonly string[] = ['--orders', 'showcase'],
): Promise<RunningService> {
  const script = join(projectFolder, 'test', 'service', 'main.ts');
  // In its own process group, so that on Ctrl-C the app ends first and never loses its service.
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
