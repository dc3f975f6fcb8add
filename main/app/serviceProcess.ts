import { resolve } from 'node:path';
import type { StartedCommand } from '#main/cli/commandLine.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import { processLines } from '#main/platform/serviceLines.ts';
import { createServiceManager, monotonicMicros, systemdNotify } from '#main/platform/serviceManager.ts';
import { systemScheduler } from '#main/platform/time.ts';
import { alertLines } from './serviceLog.ts';
import type { ServicePorts } from './serviceMode.ts';

/** This process as the one of a service: its manager, its lines, and SIGHUP, which asks to read everything again. */
export function createServiceProcess({ parsed, request }: StartedCommand, logger: Logger): ServicePorts {
  const say = processLines();
  const asked = new Emitter<void>('serviceProcess.askedReload');
  if (process.platform !== 'win32') process.on('SIGHUP', () => asked.fire());
  const { configurationFile: file = null, acceptsWarnings = false } = parsed.service ?? {};
  const environment = process.env;
  return {
    say,
    notifications: alertLines(say),
    manager: createServiceManager({
      environment,
      pid: process.pid,
      scheduler: systemScheduler,
      logger,
      monotonicMicros,
      send: systemdNotify(environment),
    }),
    configurationFile: file === null ? null : resolve(request.cwd, file),
    acceptsWarnings,
    onDidAskReload: asked.event,
  };
}
