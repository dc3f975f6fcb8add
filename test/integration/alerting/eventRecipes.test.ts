import { spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { webhookHeaders } from '#main/alerting/events/standardWebhooks.ts';
import { renewedEvent } from '#test/support/alertEvents.ts';
import { blockWith } from '#test/support/documentBlocks.ts';
import { runInForeground } from '#test/support/foregroundProgram.ts';
import { temporaryFolder } from '../app/testApp.ts';
import { serve } from '../orders/api/support.ts';

const recipes = join(import.meta.dirname, '../../../docs/events');
const page = 'docs/events.md';

/** Words that a shell, JSON or a chat could misread. */
const hostile = `-x "Shop" 'a' \\ $(id) \`id\` {{.}} %s <at user_id="all">\n例😀`;

interface Posted {
  readonly url: URL;
  readonly body: string;
}

/** A server that answers all posts with this text. */
async function startReceiver(answer: string) {
  const posted: Posted[] = [];
  const server = createServer(async (request, response) => {
    posted.push({ url: new URL(request.url ?? '', 'http://localhost'), body: await text(request) });
    response.setHeader('content-type', 'application/json').end(answer);
  });
  const { baseUrl, close } = await serve(server);
  onTestFinished(close);
  return { baseUrl, posted };
}

/** Runs a program with an event on standard input. */
async function tell(program: string, args: readonly string[], home = temporaryFolder()) {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(JSON.stringify({ ...renewedEvent(hostile), text: hostile }));
  const [said] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'close')]);
  return { code: child.exitCode, said };
}

const words = `${hostile}\n${hostile}`.replaceAll('<', '＜');

describe('the script for bots of chats', () => {
  async function tellBot(config: Readonly<Record<string, string>>, path: string, answer = '{"errcode":0}') {
    const { baseUrl, posted } = await startReceiver(answer);
    const file = join(temporaryFolder(), 'bot.json');
    writeFileSync(file, JSON.stringify({ ...config, url: `${baseUrl}${path}` }));
    const [program = '', ...args] = blockWith(page, 'chat-bot.py')
      .trim()
      .replace('/home/me/notafter/bot.json', file)
      .replace('/home/me/notafter', recipes)
      .split(' ');
    const { code, said } = await tell(program, args);
    return { code, said, url: posted[0]?.url, body: JSON.parse(posted[0]?.body ?? 'null') };
  }

  it('posts to DingTalk as in the document, signed in the address', async () => {
    const example: Readonly<Record<'bot' | 'url' | 'secret', string>> = JSON.parse(blockWith(page, '"bot"'));
    const { secret } = example;
    const path = example.url.replace('https://oapi.dingtalk.com', '');
    const { code, said, url, body } = await tellBot(example, path);
    expect({ code, said }).toEqual({ code: 0, said: '' });
    expect(body).toEqual({ msgtype: 'text', text: { content: words } });
    const timestamp = url?.searchParams.get('timestamp') ?? '';
    expect(Math.abs(Number(timestamp) - Date.now())).toBeLessThan(60_000);
    const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64');
    expect(url?.searchParams.get('sign')).toBe(sign);
    expect(url?.searchParams.get('access_token')).toBe('...');
  });

  it('posts to Feishu, signed in the body', async () => {
    const secret = 'abc';
    const { code, body } = await tellBot({ bot: 'feishu', secret }, '/open-apis/bot/v2/hook/x', '{"code":0}');
    expect(code).toBe(0);
    const { timestamp, sign, ...message } = body;
    expect(message).toEqual({ msg_type: 'text', content: { text: words } });
    expect(Math.abs(Number(timestamp) * 1000 - Date.now())).toBeLessThan(60_000);
    expect(sign).toBe(createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64'));
  });

  it('posts to WeCom, and without a secret unsigned, after a prefix', async () => {
    const wecom = await tellBot({ bot: 'wecom', prefix: '[TLS] ' }, '/cgi-bin/webhook/send?key=x');
    expect(wecom.body).toEqual({ msgtype: 'text', text: { content: `[TLS] ${words}` } });
    const feishu = await tellBot({ bot: 'feishu' }, '/hook', '{"code":0}');
    expect(Object.keys(feishu.body)).toEqual(['msg_type', 'content']);
    expect((await tellBot({ bot: 'dingtalk' }, '/send')).url?.search).toBe('');
  });

  it('fails when the bot refuses the message, although the answer is 200', async () => {
    const answer = '{"errcode":310000,"errmsg":"sign not match"}';
    const { code, said } = await tellBot({ bot: 'dingtalk' }, '/send', answer);
    expect({ code, said }).toEqual({
      code: 1,
      said: 'The bot refused the message: 310000 sign not match\n',
    });
  });
});

it.each(['json', 'ntfy'])('Apprise sends the words of an event to %s', async (scheme) => {
  const { baseUrl, posted } = await startReceiver('{}');
  const home = temporaryFolder();
  mkdirSync(join(home, '.config'));
  const address = baseUrl.replace('http:', `${scheme}:`);
  const settings = blockWith(page, 'urls:').replace(
    'ntfys://ntfy.example.com/certificates',
    `${address}/alerts`,
  );
  writeFileSync(join(home, '.config/apprise.yml'), settings);
  expect(await tell(join(recipes, 'apprise.sh'), [], home)).toMatchObject({ code: 0 });
  const { title, message } = JSON.parse(posted[0]?.body ?? 'null');
  expect({ title, message }).toEqual({ title: hostile, message: hostile });
  // ntfy names its topic in the body, and not in the address.
  if (scheme === 'ntfy') expect(JSON.parse(posted[0]?.body ?? 'null').topic).toBe('alerts');
});

describe('a receiver with "webhook" of Debian', () => {
  async function startHooks(secret: string) {
    const folder = temporaryFolder();
    const command = join(folder, 'on-event');
    const secretFile = join(folder, 'secret');
    writeFileSync(secretFile, `${secret}\n`);
    const script = blockWith(page, 'notafter/on-event:')
      .replace('/home/me/notafter/check-signature.py', join(recipes, 'check-signature.py'))
      .replace('/home/me/notafter/secret', secretFile);
    writeFileSync(command, script);
    // In the place of the journal, which a container has not: the script answers what it would write.
    const journal = join(folder, 'systemd-cat');
    writeFileSync(journal, '#!/bin/sh\nexec cat\n');
    for (const program of [command, journal]) chmodSync(program, 0o755);
    const hooks = readFileSync(join(recipes, 'hooks.json'), 'utf8');
    const file = join(folder, 'hooks.json');
    writeFileSync(file, hooks.replace('/home/me/notafter/on-event', command));
    const { baseUrl, close } = await serve(createServer());
    await close();
    const { port } = new URL(baseUrl);
    const [line = '', address = ''] = blockWith(page, 'webhook -hooks').split('#');
    const [program = '', ...args] = line.trim().split(/\s+/u);
    const words = args.map((word) => (word === 'hooks.json' ? file : word === '9000' ? port : word));
    const { words: output } = runInForeground(program, [...words, '-verbose'], {
      env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
    });
    await expect.poll(output, { timeout: 15_000 }).toContain('serving hooks on');
    return (/http:\S+/u.exec(address)?.[0] ?? '').replace('9000', port);
  }

  it('takes an event with the right signature, and refuses others', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const url = await startHooks(secret);
    const body = JSON.stringify({ type: 'certificate.renewed', data: renewedEvent(hostile) });
    const post = async (sent: string, at = Date.now()) => {
      const signed = webhookHeaders(secret, randomUUID(), at, body);
      const headers = { 'content-type': 'application/json', ...signed };
      const answer = await fetch(url, { method: 'POST', headers, body: sent });
      return { status: answer.status, said: (await answer.text()).trim() };
    };
    expect(await post(body)).toEqual({ status: 200, said: hostile });
    expect(await post(`${body} `)).toMatchObject({ status: 500 });
    expect(await post(body, Date.now() - 3_600_000)).toMatchObject({ status: 500 });
  });
});
