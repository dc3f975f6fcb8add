import { expect, it } from 'vitest';
import { concealingFormats, SecretClipboard } from '#main/desktop/secretClipboard.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

function setUp() {
  const time = createFakeTime();
  const { logger, lines } = createRecordingLogger();
  const held = {
    text: 'other text',
    fails: false,
    hangs: false,
    marked: false,
    afterRead: () => undefined as unknown,
  };
  const secrets = new SecretClipboard(
    {
      async writeSecret(text) {
        if (held.fails) throw new TypeError(`no clipboard for ${text}`);
        held.text = text;
      },
      async readText() {
        if (held.fails) throw new TypeError(`no clipboard with ${held.text}`);
        if (held.hangs) return await new Promise<never>(() => undefined);
        const { text } = held;
        held.afterRead();
        return text;
      },
      isConcealed: async () => held.marked,
      clear: () => {
        held.text = '';
      },
    },
    time.scheduler,
    logger,
  );
  const pass = async (ms: number) => {
    time.advanceSync(ms);
    await new Promise(setImmediate);
  };
  return { secrets, held, pass, lines };
}

it('removes a secret from the clipboard after half a minute', async () => {
  const { secrets, held, pass } = setUp();
  secrets.copy('SENTINEL', 'key');
  await pass(29_999);
  expect(held.text).toBe('SENTINEL');
  await pass(1);
  expect(held.text).toBe('');
});

it('counts the half minute from the last copy', async () => {
  const { secrets, held, pass } = setUp();
  secrets.copy('first', 'key');
  await pass(20_000);
  secrets.copy('second', 'key');
  await pass(20_000);
  expect(held.text).toBe('second');
  await pass(10_000);
  expect(held.text).toBe('');
});

it('keeps what was copied meanwhile', async () => {
  const { secrets, held, pass } = setUp();
  secrets.copy('SENTINEL', 'key');
  held.text = 'other text';
  await pass(30_000);
  expect(held.text).toBe('other text');
});

it('keeps a secret that is copied again while the clipboard is read', async () => {
  const { secrets, held, pass } = setUp();
  secrets.copy('SENTINEL', 'key');
  held.afterRead = () => {
    held.afterRead = () => undefined;
    secrets.copy('SENTINEL', 'key');
  };
  await pass(30_000);
  expect(held.text).toBe('SENTINEL');
  await pass(30_000);
  expect(held.text).toBe('');
});

it('removes it at once on request, and only once', async () => {
  const { secrets, held, pass } = setUp();
  await secrets.clear();
  expect(held.text).toBe('other text');
  secrets.copy('SENTINEL', 'key');
  await secrets.clear();
  expect(held.text).toBe('');
  held.text = 'SENTINEL';
  await pass(60_000);
  expect(held.text).toBe('SENTINEL');
});

it('works without a clipboard, and logs no secret', async () => {
  const { secrets, held, pass, lines } = setUp();
  held.fails = true;
  secrets.copy('SENTINEL', 'key');
  await pass(30_000);
  expect(lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
    'warn A secret was not copied',
    'warn A secret was not taken off the clipboard',
  ]);
  expect(JSON.stringify(lines)).not.toContain('SENTINEL');
});

it('marks a secret in the format of each system', () => {
  expect((['linux', 'darwin', 'win32'] as const).map((name) => Object.keys(concealingFormats(name)))).toEqual(
    [
      ['x-kde-passwordManagerHint'],
      ['org.nspasteboard.ConcealedType'],
      ['ExcludeClipboardContentFromMonitorProcessing'],
    ],
  );
  expect(concealingFormats('linux')).toEqual({ 'x-kde-passwordManagerHint': 'secret' });
});

it('reports whether a private key is on the clipboard, and reads the clipboard on request', async () => {
  const { secrets, held, pass } = setUp();
  const changes: boolean[] = [];
  secrets.onDidChangeKey((isKey) => changes.push(isKey));
  secrets.copy('signing secret', 'own');
  expect(secrets.mayHoldKey()).toBe(false);
  expect(await secrets.holdsKey()).toBe(false);
  secrets.copy('KEY', 'key');
  expect(secrets.mayHoldKey()).toBe(true);
  expect(await secrets.holdsKey()).toBe(true);
  held.text = 'other text';
  expect(secrets.mayHoldKey()).toBe(true);
  expect(await secrets.holdsKey()).toBe(false);
  expect(secrets.mayHoldKey()).toBe(false);
  secrets.copy('KEY', 'key');
  await pass(30_000);
  expect(secrets.mayHoldKey()).toBe(false);
  expect(changes).toEqual([true, false, true, false]);
});

it('assumes a private key is there until the text that replaces it has been written', async () => {
  const { secrets } = setUp();
  secrets.copy('KEY', 'key');
  secrets.copy('signing secret', 'own');
  expect(secrets.mayHoldKey()).toBe(true);
  expect(await secrets.holdsKey()).toBe(true);
  await new Promise(setImmediate);
  expect(secrets.mayHoldKey()).toBe(false);
});

it('assumes a private key is there if the clipboard cannot be read', async () => {
  const { secrets, held } = setUp();
  secrets.copy('KEY', 'key');
  held.fails = true;
  expect(await secrets.holdsKey()).toBe(true);
});

it('waits a second at most for a program that does not give its clipboard', async () => {
  const { secrets, held, pass, lines } = setUp();
  secrets.copy('KEY', 'key');
  await pass(0);
  held.hangs = true;
  const answers: unknown[] = [];
  void secrets.holdsKey().then((holdsKey) => answers.push(holdsKey));
  await pass(999);
  expect(answers).toEqual([]);
  await pass(1);
  expect(answers).toEqual([true]);
  void secrets.clear().then(() => answers.push('cleared'));
  await pass(1000);
  expect(answers).toEqual([true, 'cleared']);
  expect(secrets.mayHoldKey()).toBe(false);
  expect(lines.map(({ message }) => message)).toEqual([
    'The clipboard was not read',
    'A secret was not taken off the clipboard',
  ]);
});

it('reads a text for others unless it was copied or marked as a secret, or cannot be read', async () => {
  const { secrets, held } = setUp();
  expect(await secrets.readPublic()).toBe('other text');
  held.marked = true;
  expect(await secrets.readPublic()).toBeNull();
  held.marked = false;
  secrets.copy('SENTINEL', 'own');
  expect(await secrets.readPublic()).toBeNull();
  held.text = 'k7Qm2VxT';
  expect(await secrets.readPublic()).toBe('k7Qm2VxT');
  held.fails = true;
  expect(await secrets.readPublic()).toBeNull();
});
