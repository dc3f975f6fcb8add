import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptAuthority } from './authorityStore.ts';
import { type Command, parseCommandLine, usage } from './commandLine.ts';
import { startControlServer } from './controlServer.ts';
import { runDeliverCommand } from './deliverCommand.ts';
import { startReferenceService } from './referenceService.ts';

// The folder has mode 0700 and is removed when the process ends, except by SIGKILL.
function writeCaFile(caPem: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-service-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, caPem, { mode: 0o600 });
  return file;
}

async function run({ options, caDirectory }: Extract<Command, { kind: 'run' }>): Promise<void> {
  const authority = caDirectory === undefined ? undefined : await keptAuthority(caDirectory, Date.now());
  const service = await startReferenceService({ ...options, authority });
  const control = await startControlServer(service);
  const stop = async (): Promise<void> => {
    await Promise.all([control.close(), service.close()]);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  const caFile = options.tls === true ? writeCaFile(service.caPem) : null;
  const { baseUrl, token, rids } = service;
  process.stdout.write(`${JSON.stringify({ baseUrl, caFile, token, rids, controlUrl: control.url })}\n`);
}

async function serve(args: readonly string[]): Promise<void> {
  const command = parseCommandLine(args);
  if (command.kind === 'run') {
    await run(command).catch((error: unknown) => {
      process.stderr.write(`The service did not start: ${error instanceof Error ? error.message : error}\n`);
      process.exit(1);
    });
  } else if (command.kind === 'help') {
    process.stdout.write(usage);
  } else {
    process.stderr.write(`${command.reason}\n\n${usage}`);
    process.exitCode = 2;
  }
}

const [word, ...rest] = process.argv.slice(2);
if (word === 'deliver') {
  process.exitCode = await runDeliverCommand(rest);
} else {
  await serve(process.argv.slice(2));
}
