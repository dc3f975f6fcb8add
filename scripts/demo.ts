import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { connectApp, launchApp } from './demo/driveApp.ts';
import { forgetTokens } from './demo/forgetTokens.ts';
import { orderTable } from './demo/orderTable.ts';
import { deliverArguments, pushRenewal, renewalLines } from './demo/pushRenewal.ts';
import { type RunningService, startReferenceService } from './demo/referenceService.ts';
import type { ElectronRuntime } from './electronRuntime.ts';
import { runCommand, untilInterrupted } from './lib/interruption.ts';
import { outFolder, projectFolder } from './lib/paths.ts';
import { setUp } from './lib/setUp.ts';
import { isGood, runStep } from './lib/steps.ts';
import { say, styled } from './lib/terminal.ts';
import { buildApp } from './lib/tools.ts';
import { saveScreenshot } from './screenshot.ts';
import { withTestDesktop } from './testDesktop.ts';

const screenshotFile = join(outFolder, 'demo.png');
const inboxFile = join(outFolder, 'demo-inbox.png');
/** The showcase order that expires soon and is renewed. */
const renewed = { rid: 'w9FgKe4UtJ6x', orderName: 'Public API' } as const;

type DemoSetup = {
  readonly runtime: ElectronRuntime;
  readonly service: RunningService;
  readonly env: NodeJS.ProcessEnv;
  readonly isVirtual: boolean;
  readonly staysOpen: boolean;
};

/**
 * Runs the app with a temporary profile, connected to the reference service. Without a display it uses a virtual one.
 * With `--once`, or without a display and a terminal, it ends after the table, the renewal and the screenshots.
 */
async function demo(): Promise<number> {
  const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
  const isVirtual = !hasDisplay();
  const runtime = await setUp([isVirtual ? 'testDesktop' : 'electron'], 'test');
  if (!isGood(await runStep('build', buildApp))) {
    return 1;
  }
  const staysOpen = !values.once && (!isVirtual || process.stdin.isTTY === true);
  const service = await startReferenceService();
  try {
    const common = { runtime, service, isVirtual, staysOpen };
    await (isVirtual
      ? withTestDesktop({}, (env) => showApp({ ...common, env }))
      : showApp({ ...common, env: process.env }));
  } finally {
    await service.stop();
    say('Everything that the demo started has ended.');
  }
  return 0;
}

function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

async function showApp({ runtime, service, env, isVirtual, staysOpen }: DemoSetup): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'notafter-demo-'));
  try {
    const launched = launchApp({ electronFolder: runtime.folder, profile, env, isVirtual });
    const app = await untilInterrupted(launched).catch(async (error) => {
      await launched.then((late) => late.close()).catch(() => {});
      throw error;
    });
    try {
      const orders = await untilInterrupted(connectApp(app, service));
      say();
      say(styled('bold', 'Running now'));
      say(`  Reference service  ${service.baseUrl} (process ${service.pid}, ${service.rids.length} orders)`);
      say(`  Its controls       ${service.controlUrl}`);
      say(`  NotAfter           process ${app.pid}, temporary profile ${profile}`);
      say(
        `  Display            ${isVirtual ? `virtual, ${env['DISPLAY']}, because this computer has none` : 'yours'}`,
      );
      say();
      for (const line of orderTable(orders)) {
        say(line);
      }
      say();
      if (isVirtual) {
        await saveScreenshot(screenshotFile, env);
      }
      const push = { window: app.window, controlUrl: service.controlUrl, folder: profile, ...renewed };
      const renewal = await untilInterrupted(pushRenewal(push));
      say(styled('bold', `A renewal of “${renewed.orderName}” by push`));
      for (const line of renewalLines(renewal)) {
        say(line);
      }
      say();
      if (isVirtual) {
        await saveScreenshot(inboxFile, env);
        const saved = [screenshotFile, inboxFile].map((file) => relative(projectFolder, file));
        say(
          `There is no display here, so two screenshots were saved: ${saved[0]} and, of the inbox, ${saved[1]}`,
        );
      }
      if (staysOpen) {
        say('Another delivery by hand, from this folder:');
        say(`  npm run service -- ${deliverArguments(renewal.again).join(' ')}`);
        say();
        say('Press Ctrl-C to end the demo.');
        await untilInterrupted(app.ended);
        say('The app was closed.');
      }
    } finally {
      await app.close();
      await forgetTokens(profile, env);
    }
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

await runCommand(demo);
