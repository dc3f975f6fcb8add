import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { exitCodes } from '#main/cli/exitCodes.ts';
import type { Holder } from '#main/cli/protocol.ts';
import { CommandServer } from '#main/cli/server.ts';
import type { CommandServices } from '#main/cli/services.ts';
import type { Base } from './base.ts';

/** Answers commands of other processes. @param services what they need, loaded when the first one asks */
export function serveCommands(
  { desktop, lifetime, environment, settings, scheduler, logger }: Base,
  services: () => Promise<CommandServices>,
  holding: { readonly holder: Holder; readonly giveWay: () => void },
): CommandServer {
  const server = new CommandServer({
    ...holding,
    places: {
      userData: desktop.userData,
      platform: desktop.platform,
      runtimeFolder: environment['XDG_RUNTIME_DIR'],
      temporaryFolder: tmpdir(),
    },
    version: desktop.version,
    run: async (request, output, signal) => {
      const [{ runCommand }, { parseCommand }] = await Promise.all([
        import('#main/cli/runCommand.ts'),
        import('#main/cli/parseCommand.ts'),
      ]);
      const line = parseCommand(request.words);
      // The client has already reported it; this process may be an older version with fewer commands.
      if (!line.ok || line.value.kind !== 'run') return exitCodes.unknown;
      const { language } = settings.get();
      return runCommand(line.value.parsed, request, await services(), language, output, signal);
    },
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
    scheduler,
    logger,
  });
  lifetime.stop(server);
  lifetime.drain('command server', () => server.settled());
  server.start();
  return server;
}
