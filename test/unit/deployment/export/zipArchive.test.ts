import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { FileFault } from '#main/deployment/export/fileErrors.ts';
import { openZip, ZipArchive } from '#main/deployment/export/zipArchive.ts';

function archiveOf(files: Readonly<Record<string, string>>): Buffer {
  const archive = new ZipArchive(Date.parse('2026-06-01T00:00:00Z'));
  for (const [path, text] of Object.entries(files)) {
    const [folder = '', name = ''] = path.split('/');
    archive.add(folder, { name, content: Buffer.from(text), secret: false, mode: 0o600 });
  }
  archive.end();
  return Buffer.from(archive.take());
}

const files = { 'shop/privkey.pem': 'key '.repeat(500), 'shop/cert.pem': 'leaf', 'bücher/cert.pem': '' };

describe('verifying an archive', () => {
  test('returns every file as it was packed', async () => {
    const read = openZip(archiveOf(files), 'all.zip');
    for (const [path, text] of Object.entries(files)) expect(`${await read.read(path)}`).toBe(text);
  });

  test('refuses a file that is not in it', async () => {
    await expect(openZip(archiveOf(files), 'all.zip').read('shop/other')).rejects.toThrow(FileFault);
  });

  test('detects every changed byte, unless the content is the same', async () => {
    const whole = archiveOf({ 'shop/cert.pem': 'leaf of the shop' });
    for (let at = 0; at < whole.length; at += 1) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      const read = async () => `${await openZip(damaged, 'all.zip').read('shop/cert.pem')}`;
      const outcome = await read().catch((error: unknown) => error);
      if (outcome !== 'leaf of the shop') expect(outcome, `byte ${at}`).toBeInstanceOf(FileFault);
    }
  });

  test('refuses truncated archives, other files, and uncompressed entries', async () => {
    const whole = archiveOf(files);
    for (const length of [0, 21, 22, whole.length - 1]) {
      expect(() => openZip(whole.subarray(0, length), 'all.zip')).toThrow(FileFault);
    }
    const stored = zipSync({ a: Buffer.from('text') }, { level: 0 });
    await expect(openZip(stored, 'all.zip').read('a')).rejects.toThrow(FileFault);
  });
});
