import { createPrivateKey } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FakeDesktop } from '#test/support/fakeDesktop.ts';

/** Every file below a folder, as one text of bytes. */
export function bytesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

/** Texts that contain private parts of a key. Its public part is in the certificate. */
export function secretsOf(pem: string): string[] {
  const lines = pem.split('\n').filter((line) => line.length > 20 && !line.startsWith('-'));
  const isRsa = lines.length > 20;
  const { d = '' } = createPrivateKey(pem).export({ format: 'jwk' });
  const bytes = Buffer.from(d, 'base64url');
  return [
    ...(isRsa ? lines.slice(-12) : lines.slice(0, 2)),
    d,
    bytes.toString('hex'),
    bytes.toString('latin1'),
  ];
}

/** Everything that a desktop had to send, show or do, as one text. */
export function textOf(desktop: FakeDesktop): string {
  return JSON.stringify([
    desktop.sent,
    desktop.calls.answers,
    desktop.trayViews,
    desktop.notified,
    desktop.questions,
    desktop.done,
  ]);
}
