import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { listenOnLoopback, stopServer } from '#test/service/loopback.ts';
import { answerConsent } from '#test/support/e2e/nativeDialogs.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { freePort, type HookAccess, ReceiverDriver } from '#test/support/e2e/receiverDriver.ts';
import { startTestService, type TestService } from '#test/support/e2e/service.ts';
import { driveWindow, type WindowDriver } from '#test/support/e2e/windowDriver.ts';

const because = 'it is about the first WebHook, from an empty page on';

let app: NotAfter;
let driver: WindowDriver;
let receiver: ReceiverDriver;

async function launch(): Promise<void> {
  app = await launchNotAfter({ because });
  driver = await driveWindow(app);
  receiver = new ReceiverDriver(driver);
}

/** A server on the loopback address, until the test ends. Returns its origin. */
async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const port = await listenOnLoopback(server, 0);
  onTestFinished(() => stopServer(server));
  return `http://127.0.0.1:${port}`;
}

describe('a new hook', () => {
  beforeAll(launch);

  test('shows its generated secret once, and copies it', async () => {
    const { t, page } = driver;
    const dialog = await receiver.open();
    await driver.screenshot('receiver-new-hook');
    const port = await freePort();
    await receiver.choosePort(port);
    const secret = await receiver.fillHook('Production');
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    await dialog.getByText(t('receiver.secret.made')).waitFor();
    await driver.screenshot('receiver-secret-made');
    await driver.button(t('receiver.secret.copy'), dialog).click();
    await driver.button(t('receiver.secret.copied'), dialog).waitFor();
    expect(await app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(secret);
    await app.electron.evaluate(({ clipboard }) => clipboard.clear());

    const url = await receiver.saveHook();
    expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/[\\w-]{16,}$`));
    await receiver.untilListening();
    await dialog.getByText(t('receiver.state.listening', { origin: `http://127.0.0.1:${port}` })).waitFor();
    await driver.screenshot('receiver-hook');
    const inputs = await page
      .locator('input, textarea')
      .evaluateAll((fields) => fields.map((field) => ('value' in field ? String(field.value) : '')));
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    const snapshot = JSON.stringify(await snapshotOf(page));
    for (const place of [await page.content(), inputs.join(' '), stored, snapshot, app.log()])
      expect(place).not.toContain(secret);
    await receiver.close();
    await app.close();
  });
});

describe('a hook', () => {
  let hook: HookAccess;
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await service.addOrder({ rid: 'shopOrder', name: 'Shop' });
    await launch();
    hook = await receiver.addHook();
  });

  test('explains that its port is in use, and listens as soon as it is free', async () => {
    const { t } = driver;
    const other = createServer();
    const port = await listenOnLoopback(other, 0);
    const dialog = await receiver.open();
    await receiver.choosePort(port);
    await dialog.getByText(t('receiver.state.failed.portInUse')).waitFor();
    await driver.screenshot('receiver-port-in-use');
    await receiver.close();
    await receiver.show('deliveries');
    await driver.page.getByText(t('inbox.receiver.fault.portInUse', { detail: 'EADDRINUSE' })).waitFor();
    await driver.screenshot('inbox-port-in-use');

    await stopServer(other);
    await receiver.open();
    await driver.button(t('receiver.nav.listening'), dialog).click();
    // It also retries automatically, and the button disappears when it listens.
    const tryNow = driver.button(t('receiver.state.tryNow'), dialog).click();
    await Promise.race([tryNow, receiver.untilListening()]);
    tryNow.catch(() => undefined);
    await receiver.untilListening();
    await receiver.close();
    hook = { ...hook, url: hook.url.replace(/:\d+/, `:${port}`) };
    expect(await service.deliver('shopOrder', hook)).toMatchObject({ status: 204 });
  });

  test('takes the delivery of the example in the document, sent with curl', async () => {
    const folder = await temporaryFolder();
    const { material, fingerprint256 } = await service.renew('shopOrder');
    const files = {
      'fullchain.pem': material.certificate,
      'cert.pem': material.certificateServer,
      'chain.pem': material.certificateChain,
      'privkey.pem': material.key,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const text = await readFile(join(projectFolder, 'docs/receiver.md'), 'utf8');
    const examples = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, example = '']) => example);
    const script = (examples.find((example) => example.includes('curl')) ?? '')
      .replace('http://127.0.0.1:47443/your-path', hook.url)
      .replace('your signing secret', hook.secret);
    expect(script).toContain(hook.url);
    expect(script).toContain(hook.secret);
    const { stdout } = await promisify(execFile)('bash', ['-e', '-c', script], { cwd: folder });
    expect(stdout).toMatch(/^HTTP\/1\.1 204 /);
    await receiver.show('deliveries');
    await receiver.untilVerdict(fingerprint256, 'waiting');
    const sent = (await receiver.deliveries()).find(({ leaf }) => leaf.fingerprint256 === fingerprint256);
    expect(sent).toMatchObject({ orderName: 'Shop', task: 'By hand' });
  });

  describe('that is tested', () => {
    let dialog: Locator;

    beforeEach(async () => {
      dialog = await receiver.open();
      onTestFinished(() => receiver.close());
    });

    /** Sends a test delivery to a new host, and returns the window's report. */
    async function testDelivery(url: string): Promise<{ steps: readonly string[]; words: string }> {
      const { t } = driver;
      await dialog.getByLabel(t('receiver.test.publicUrl'), { exact: true }).fill(url);
      await driver.button(t('receiver.test.run'), dialog).click();
      await answerConsent(app, true, 'consent-test');
      const report = dialog.getByRole('region', { name: t('receiver.test.report') });
      await report.waitFor();
      const steps = (await report.getByRole('listitem').allTextContents()).map(
        (step) => /^(.*?)(passed|failed|not reached|not needed)/.exec(step)?.slice(1, 3).join(': ') ?? step,
      );
      return { steps, words: (await report.textContent()) ?? '' };
    }

    /** Forwards requests like a tunnel, to this path or to the requested one. */
    function tunnel(path?: string): RequestListener {
      const { port } = new URL(hook.url);
      return (incoming, outgoing) => {
        const { method, headers, url } = incoming;
        const onward = httpRequest(
          { port, host: '127.0.0.1', method, path: path ?? url, headers },
          (answer) => {
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(outgoing);
          },
        );
        incoming.pipe(onward);
      };
    }

    test('through a tunnel passes every hop, and leaves nothing in the inbox', async () => {
      const before = await receiver.deliveries();
      const origin = await startServer(tunnel());
      const { steps, words } = await testDelivery(origin + new URL(hook.url).pathname);
      expect(steps).toEqual([
        'Name: not needed',
        'Connection: passed',
        'TLS: not needed',
        'Path: passed',
        'Signature: passed',
        'Within 15 s: passed',
      ]);
      expect(words).toContain(driver.t('receiver.test.passed'));
      expect(words).toContain('status 204');
      await driver.screenshot('receiver-test-passed');
      expect(await receiver.deliveries()).toEqual(before);
      expect((await receiver.log())[0]?.outcome.kind).toBe('selfTest');
    });

    test('where something else answers says so', async () => {
      const origin = await startServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works</h1>');
      });
      const { steps, words } = await testDelivery(`${origin}/hook`);
      expect(steps.slice(1)).toEqual([
        'Connection: passed',
        'TLS: not needed',
        'Path: failed',
        'Signature: not reached',
        'Within 15 s: not reached',
      ]);
      expect(words).toContain(driver.t('receiver.test.error.answeredElsewhere.title'));
      expect(words).toContain(driver.t('receiver.test.error.answeredElsewhere.cause', { status: 200 }));
      await driver.screenshot('receiver-test-elsewhere');
    });

    test('on a wrong path says so', async () => {
      const origin = await startServer(tunnel('/elsewhere'));
      const { steps, words } = await testDelivery(`${origin}/hook`);
      expect(steps).toContain('Path: failed');
      expect(words).toContain(driver.t('receiver.test.error.refused.title', { status: 404 }));
      expect(words).toContain(driver.t('receiver.reason.unknownPath'));
    });

    test('at an address where nothing listens says so', async () => {
      const { steps, words } = await testDelivery(`http://127.0.0.1:${await freePort()}/hook`);
      expect(steps).toContain('Connection: failed');
      expect(words).toContain(driver.t('receiver.test.error.network.title'));
    });
  });
});
