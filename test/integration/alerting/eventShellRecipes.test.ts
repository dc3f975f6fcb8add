import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { run } from '#scripts/lib/processes.ts';
import { renewedEvent } from '#test/support/alertEvents.ts';
import { temporaryFolder } from '../app/testApp.ts';
import { serve } from '../orders/api/support.ts';

const page = readFileSync(join(projectFolder, 'docs/events.md'), 'utf8');
const scripts = [...page.matchAll(/^```sh\n(#!\/bin\/sh\n[\s\S]*?)^```$/gmu)].map(
  ([, script = '']) => script,
);
const title = `-x "Shop" 'a' \\ $(id) \`id\` %s <b> 例😀`;
const event = { ...renewedEvent(title), text: `${title}\n.\nsecond line` };

/** Saves a recipe of the page as the page says, and runs it with an event. */
async function tell(home: string, script: string | undefined, said: object = event) {
  const file = join(home, 'recipe');
  writeFileSync(file, script ?? 'exit 9');
  chmodSync(file, 0o755);
  return await runWith(home, `"$HOME/recipe"`, said);
}

async function runWith(home: string, line: string, said: object) {
  const input = join(home, 'event');
  writeFileSync(input, JSON.stringify(said));
  const env = { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' };
  return await run('sh', ['-c', `${line} < "$HOME/event"`], { env });
}

/** An HTTP server that answers all posts with this status. */
async function startReceiver(status = 200) {
  const posted: { headers: IncomingHttpHeaders; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    posted.push({ headers: request.headers, body: JSON.parse(await text(request)) });
    response.writeHead(status).end();
  });
  const { baseUrl, close } = await serve(server);
  onTestFinished(close);
  return { baseUrl, posted };
}

/** An SMTP server (RFC 5321) that takes every mail. */
async function startMailServer() {
  const said: string[] = [];
  const server = createSocketServer(async (socket) => {
    const reply = (line: string) => socket.write(`${line}\r\n`);
    let isData = false;
    reply('220 sink');
    for await (const line of createInterface({ input: socket })) {
      said.push(line);
      if (isData && line !== '.') continue;
      if (isData) reply('250 ok');
      else if (line === 'DATA') reply('354 go on');
      else reply(line === 'QUIT' ? '221 bye' : '250 ok');
      isData = !isData && line === 'DATA';
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, said };
}

it('curl posts the event as JSON, and fails with the receiver', async () => {
  const line = /^\/usr\/bin\/curl -fsS --json @- (https:\S+)$/mu.exec(page);
  const home = temporaryFolder();
  const good = await startReceiver();
  const post = (baseUrl: string) => runWith(home, (line?.[0] ?? '').replace(line?.[1] ?? '', baseUrl), event);
  expect(await post(good.baseUrl)).toEqual({ code: 0, output: '' });
  expect(good.posted).toMatchObject([{ headers: { 'content-type': 'application/json' }, body: event }]);
  const bad = await startReceiver(500);
  expect(await post(bad.baseUrl)).toMatchObject({ code: 22, output: expect.stringContaining('500') });
});

it('msmtp mails the words of an event', async () => {
  const { port, said } = await startMailServer();
  const home = temporaryFolder();
  const account = `account default\nhost 127.0.0.1\nport ${port}\nfrom notafter@example.com\ntls off\nauth off\n`;
  writeFileSync(join(home, '.msmtprc'), account, { mode: 0o600 });
  const mail = scripts.find((script) => script.includes('msmtp '));
  expect(await tell(home, mail)).toEqual({ code: 0, output: '' });
  expect(said).toEqual(expect.arrayContaining(['RCPT TO:<admin@example.com>', 'MIME-Version: 1.0']));
  const [, subject = ''] = /^Subject: =\?UTF-8\?B\?(.*)\?=$/mu.exec(said.join('\n')) ?? [];
  expect(Buffer.from(subject, 'base64').toString()).toBe(title);
  // A line with a single dot has another one in SMTP.
  const body = said.slice(said.indexOf('') + 1, said.indexOf('.'));
  expect(body).toEqual([title, '', title, '..', 'second line']);
});

it('only urgent events reach the chat, with the address from a file', async () => {
  const { baseUrl, posted } = await startReceiver();
  const home = temporaryFolder();
  mkdirSync(join(home, '.config'));
  writeFileSync(join(home, '.config/notafter-chat'), `url = "${baseUrl}/hooks/x"\n`, { mode: 0o600 });
  const chat = scripts.find((script) => script.includes('notafter-chat'));
  expect(await tell(home, chat, { ...event, urgent: false })).toEqual({ code: 0, output: '' });
  expect(posted).toEqual([]);
  expect(await tell(home, chat, { ...event, urgent: true })).toEqual({ code: 0, output: '' });
  expect(posted.map(({ body }) => body)).toEqual([{ text: `${title}\n${event.text}` }]);
});
