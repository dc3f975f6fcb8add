import { execFile } from 'node:child_process';
import type { Disposable } from './disposable.ts';
import { codeOf } from './errors.ts';
import type { Logger } from './logger.ts';
import { SerialQueue } from './serialQueue.ts';
import { repeat, type Scheduler } from './time.ts';

/** Sends assignments such as `READY=1` to the service manager. Rejects if they were not sent. */
export type SendNotification = (assignments: readonly string[]) => Promise<void>;

/** The state of this process, as the manager of services knows it: systemd (sd_notify(3)), or none. */
export interface ServiceManager extends Disposable {
  /** The service does its work, after its start or after a reload. @param status one line for `systemctl status` */
  ready(status: string): Promise<void>;
  /** Another line for `systemctl status`. The same one is not sent again. */
  status(text: string): void;
  /** The configuration is being read again, until `ready`. */
  reloading(): Promise<void>;
  /** The service ends. */
  stopping(): Promise<void>;
  /**
   * Says that the service lives, at half of the time after which the manager ends it otherwise.
   * @param isAlive asked each time; `false`: nothing is said, and the manager restarts the service
   */
  watch(isAlive: () => boolean): void;
}

interface ServiceManagerPorts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** Microseconds of CLOCK_MONOTONIC. */
  readonly monotonicMicros: () => bigint;
  readonly send: SendNotification;
}

/** The manager that this process was started by; without `NOTIFY_SOCKET` each call does nothing. Calls never reject. */
export function createServiceManager(ports: ServiceManagerPorts): ServiceManager {
  const { environment, scheduler, logger, monotonicMicros } = ports;
  const isManaged = (environment['NOTIFY_SOCKET'] ?? '') !== '';
  const queue = new SerialQueue();
  let known = '';
  let failures = 0;
  let timer: Disposable | null = null;
  const send = async (...assignments: readonly string[]) => {
    if (!isManaged) return;
    await queue.run(async () => {
      try {
        await ports.send(assignments);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === 1) logger.error('The service manager was not notified', { code: codeOf(error) });
      }
    });
  };
  const statusLine = (text: string) => {
    known = text;
    return `STATUS=${text.replace(/\s+/gu, ' ').trim()}`;
  };
  return {
    ready: (text) => send('READY=1', statusLine(text)),
    status: (text) => {
      if (text !== known) void send(statusLine(text));
    },
    // Since systemd 253 the time says which reload this is the answer to.
    reloading: () => send('RELOADING=1', `MONOTONIC_USEC=${monotonicMicros()}`),
    stopping: () => send('STOPPING=1'),
    watch(isAlive) {
      const everyMs = watchdogMs(ports);
      if (everyMs === null) return;
      timer = repeat(scheduler, 'serviceManager.watch', everyMs, () => {
        if (isAlive()) void send('WATCHDOG=1');
        else logger.error('The service is stuck, and waits for its restart');
      });
    },
    dispose: () => timer?.dispose(),
  };
}

/** Half of the time of the watchdog (sd_watchdog_enabled(3)); `null`: there is none for this process. */
function watchdogMs({ environment, pid }: Pick<ServiceManagerPorts, 'environment' | 'pid'>): number | null {
  const { WATCHDOG_USEC: micros = '', WATCHDOG_PID: owner = String(pid) } = environment;
  if (!/^\d{1,15}$/u.test(micros) || Number(micros) === 0 || owner !== String(pid)) return null;
  return Number(micros) / 2000;
}

/** A manager that is busy reads its socket within this time. */
const SEND_LIMIT_MS = 10_000;

/**
 * Sends by `systemd-notify` (systemd-notify(1)), because Node has no datagram sockets of AF_UNIX (ADR 77). It waits until the
 * manager has read the message, which then knows the process that sent it.
 */
export function systemdNotify(environment: ServiceManagerPorts['environment']): SendNotification {
  const { NOTIFY_SOCKET, PATH } = environment;
  return (assignments) =>
    new Promise((resolve, reject) => {
      execFile(
        'systemd-notify',
        ['--', ...assignments],
        { env: { NOTIFY_SOCKET, PATH }, timeout: SEND_LIMIT_MS },
        (error) => (error === null ? resolve() : reject(error)),
      );
    });
}

/** Microseconds of CLOCK_MONOTONIC, which Node's high-resolution clock is on Linux. */
export function monotonicMicros(): bigint {
  return process.hrtime.bigint() / 1000n;
}
