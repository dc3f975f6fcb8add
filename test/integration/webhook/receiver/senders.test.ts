import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { encodeFields, signTimestamp } from '#test/service/delivery.ts';
import { temporaryFolder } from '../../app/testApp.ts';
import { capturedAt, capturedSenders } from './capturedSenders.ts';
import { fields, secret, send, setUpHandler } from './deliveryHarness.ts';

/** More than one read of a socket returns. */
const body = encodeFields({ ...fields, padding: 'x'.repeat(150_000) }, 'json');

function signedNow(): Record<'timestamp' | 'token', string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return { timestamp, token: signTimestamp(timestamp, secret) };
}

/** PHP: applications add the last header of the first one to stream with curl. */
const phpHead = `<?php
  $body = file_get_contents('body');
  $headers = ['Content-Type: application/json', 'z-timestamp: ' . getenv('TIMESTAMP'), 'z-token: ' . getenv('TOKEN')];
`;
const pythonHead = `
import http.client, os, sys
body = open('body', 'rb').read()
parts = (body[at:at + 10000] for at in range(0, len(body), 10000))
headers = {'Content-Type': 'application/json', 'z-timestamp': os.environ['TIMESTAMP'], 'z-token': os.environ['TOKEN']}
`;

/** A sender: a program that prints the status of its answer. */
const programs: readonly (readonly [name: string, command: readonly string[], script: string])[] = [
  [
    'PHP with curl, in chunks',
    ['php'],
    `${phpHead}
      $file = fopen('body', 'r');
      $curl = curl_init(getenv('URL'));
      curl_setopt_array($curl, [
        CURLOPT_POST => true,
        CURLOPT_HTTPHEADER => [...$headers, 'Transfer-Encoding: chunked'],
        CURLOPT_READFUNCTION => fn ($curl, $from, $most) => fread($file, $most),
      ]);
      curl_exec($curl);
      echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE);`,
  ],
  [
    'PHP with its stream wrapper, as HTTP/1.0',
    ['php'],
    `${phpHead}
      $http = ['method' => 'POST', 'header' => $headers, 'content' => $body, 'protocol_version' => 1.0];
      file_get_contents(getenv('URL'), false, stream_context_create(['http' => $http]));
      echo explode(' ', $http_response_header[0])[1];`,
  ],
  [
    'Python with http.client, in chunks',
    ['/usr/bin/python3'],
    `${pythonHead}
connection = http.client.HTTPConnection(os.environ['HOST'])
connection.request('POST', '/hook', body=parts, headers=headers)
print(connection.getresponse().status)`,
  ],
  [
    'Python with http.client, as HTTP/1.0 without a Host',
    ['/usr/bin/python3'],
    `${pythonHead}
http.client.HTTPConnection._http_vsn = 10
http.client.HTTPConnection._http_vsn_str = 'HTTP/1.0'
connection = http.client.HTTPConnection(os.environ['HOST'])
connection.request('POST', '/hook', body=body, headers=headers)
print(connection.getresponse().status)`,
  ],
  [
    'Python with requests, from a generator',
    ['/usr/bin/python3'],
    `${pythonHead}
import requests
print(requests.post(os.environ['URL'], data=parts, headers=headers).status_code)`,
  ],
  [
    'curl, from a pipe',
    ['sh'],
    `cat body | curl -s -o /dev/null -w '%{http_code}' -X POST -T - "$URL" -H 'Content-Type: application/json' \\
      -H "z-timestamp: $TIMESTAMP" -H "z-token: $TOKEN"`,
  ],
];

describe('a sender without a content length, or an old one', () => {
  it.each(programs)('is answered 204: %s', async (_name, [program = '', ...args], script) => {
    const { port, kept, entries } = await setUpHandler();
    const folder = temporaryFolder();
    const { timestamp, token } = signedNow();
    writeFileSync(join(folder, 'body'), body);
    writeFileSync(join(folder, 'script'), script);
    const host = `localhost:${port}`;
    const env = {
      ...process.env,
      TIMESTAMP: timestamp,
      TOKEN: token,
      HOST: host,
      URL: `http://${host}/hook`,
    };
    const child = spawn(program, [...args, 'script'], { cwd: folder, env });
    const [out, words] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    expect(out.trim()).toBe('204');
    expect(words).toBe('');
    expect(entries).toEqual([expect.objectContaining({ status: 204 })]);
    expect(kept).toMatchObject([{ fields }]);
  });

  it.each(capturedSenders)('is answered 204: %s, as recorded', async (_name, bytes) => {
    const clock = { now: () => capturedAt, monotonic: () => 0 };
    const { port, kept } = await setUpHandler({ ports: { clock } });
    expect(await send(port, bytes)).toMatchObject({ status: 204 });
    expect(kept).toMatchObject([{ fields }]);
  });

  it('is answered 204: Node, with a request that is written in parts', async () => {
    const { port, kept } = await setUpHandler();
    const { timestamp, token } = signedNow();
    const headers = { 'content-type': 'application/json', 'z-timestamp': timestamp, 'z-token': token };
    const sending = request({ host: '127.0.0.1', port, path: '/hook', method: 'POST', headers });
    sending.write(body.slice(0, 10));
    sending.end(body.slice(10));
    const [response] = await once(sending, 'response');
    expect(response.statusCode).toBe(204);
    expect(kept).toMatchObject([{ fields }]);
  });

  it('is answered 204: Node, with a fetch of a stream', async () => {
    const { port, kept } = await setUpHandler();
    const { timestamp, token } = signedNow();
    // A separate variable, because the browser types lack `duplex`.
    const sending = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'z-timestamp': timestamp, 'z-token': token },
      body: new Blob([body]).stream(),
      duplex: 'half',
    };
    const { status } = await fetch(`http://127.0.0.1:${port}/hook`, sending);
    expect(status).toBe(204);
    expect(kept).toMatchObject([{ fields }]);
  });
});
