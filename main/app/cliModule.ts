import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { CommandPlace } from '#main/cli/context.ts';
import type { Holder } from '#main/cli/protocol.ts';
import { CommandServer } from '#main/cli/server.ts';
import { Language } from '#main/platform/language.ts';
import type { Base } from './base.ts';

/** Answers commands of other processes. @param place what they need, made when the first one asks */
export function serveCommands(
  base: Base,
  holding: { readonly holder: Holder; readonly giveWay: () => void },
  place: () => Promise<Omit<CommandPlace, 'base' | 'holder'>>,
): CommandServer {
  const { desktop, lifetime, environment, scheduler, logger } = base;
  const { holder } = holding;
  const server = new CommandServer({
    ...holding,
    places: {
      userData: desktop.userData,
      platform: desktop.platform,
      runtimeFolder: environment['XDG_RUNTIME_DIR'],
      temporaryFolder: tmpdir(),
    },
    version: desktop.version,
    isForHere: async (request) => {
      const { isForHere } = await import('#main/cli/runCommand.ts');
      return isForHere(request, holder, environment['CREDENTIALS_DIRECTORY']);
    },
    run: async (request, output, signal) => {
      const [{ runCommand }, { sayLine }] = await Promise.all([
        import('#main/cli/runCommand.ts'),
        import('#main/cli/sayLine.ts'),
      ]);
      // As the client says it, which need not know the commands of this version.
      const { t } = await Language.load(request.terminal.locales, 'system');
      const parsed = await sayLine(request.words, desktop.version, t, output);
      if (typeof parsed === 'number') return parsed;
      return runCommand(parsed, request, { base, holder, ...(await place()) }, output, signal);
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
