import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ReceiverConfigRepository,
  ReceiverConfigService,
} from '#main/webhook/receiver/receiverConfigService.ts';
import { defaultReceiverConfig, type ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { pkcs12Of } from '#test/support/containerFiles.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { selfSigned, type TestCertificate } from '#test/support/testCertificates.ts';
import { temporaryFolder } from '../../storage/temporaryFolder.ts';

let mine: TestCertificate;
let other: TestCertificate;
let p12: Buffer;

beforeAll(async () => {
  [mine, other] = await Promise.all([selfSigned('box.example', false), selfSigned('other.example', false)]);
  p12 = await pkcs12Of(mine.keyPem, mine.pem);
});

/** @param load what the database gives */
function setUp(load: () => unknown = () => null) {
  const { logger, lines } = createRecordingLogger();
  const saved: ReceiverConfig[] = [];
  const disk = { isFull: false };
  const repository: ReceiverConfigRepository = {
    load,
    save: (config) => {
      if (disk.isFull) return err({ kind: 'storage', reason: 'full', detail: '' });
      saved.push(config);
      return ok(null);
    },
  };
  const dialog: { answer: string | null } = { answer: null };
  const chooseTlsFile = async () => dialog.answer;
  const person = { says: ok(null) as Result<null>, asked: [] as string[] };
  const confirmExposure = async ({ address, port, tls }: ReceiverConfig) => {
    person.asked.push(`${tls === null ? 'http' : 'https'} ${address} ${port}`);
    return person.says;
  };
  const service = new ReceiverConfigService({ repository, chooseTlsFile, confirmExposure, logger });
  const folder = temporaryFolder();
  const file = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const choose = async (kind: 'certificate' | 'key', path: string | null) => {
    dialog.answer = path;
    return await service.chooseTlsFile(kind);
  };
  return { service, saved, disk, person, lines, file, choose };
}

const withTls = (certificateFile: string, keyFile: string): ReceiverConfig => ({
  ...defaultReceiverConfig,
  tls: { certificateFile, keyFile },
});
const invalid = (reason: string) => err({ kind: 'invalidInput', field: 'tlsFile', reason });

describe('ReceiverConfigService', () => {
  it('has the default before anything was set', () => {
    const { service, lines } = setUp();
    expect(service.get()).toEqual(defaultReceiverConfig);
    expect(lines).toEqual([]);
  });

  it.each([
    ['what is not JSON', undefined],
    ['what has not the fields', { port: 80 }],
  ])('takes the default in place of %s that was stored, and says so', (_, stored) => {
    const { service, lines } = setUp(() => stored);
    expect(service.get()).toEqual(defaultReceiverConfig);
    expect(lines).toMatchObject([{ level: 'warn' }]);
  });

  it('loads the stored configuration', () => {
    const stored = { ...defaultReceiverConfig, port: 8080, allowedHosts: ['hook.example'] };
    expect(setUp(() => stored).service.get()).toEqual(stored);
  });

  it('stores a configuration in its canonical form, then fires', async () => {
    const { service, saved } = setUp();
    const changes: ReceiverConfig[] = [];
    service.onDidChange((config) => changes.push(config));
    expect(await service.set({ ...defaultReceiverConfig, allowedHosts: ['Hook.Example'] })).toEqual(ok(null));
    const next = { ...defaultReceiverConfig, allowedHosts: ['hook.example'] };
    expect(service.get()).toEqual(next);
    expect(saved).toEqual([next]);
    expect(changes).toEqual([next]);
  });

  it('keeps the previous configuration when the new one is invalid or cannot be stored', async () => {
    const { service, saved, disk } = setUp();
    expect(await service.set({ ...defaultReceiverConfig, address: 'here' })).toMatchObject({ ok: false });
    disk.isFull = true;
    expect(await service.set({ ...defaultReceiverConfig, port: 8080 })).toMatchObject({
      error: { kind: 'storage' },
    });
    expect(service.get()).toEqual(defaultReceiverConfig);
    expect(saved).toEqual([]);
  });
});

describe('an address that other computers can reach', () => {
  const exposed = { ...defaultReceiverConfig, address: '0.0.0.0' };

  it.each(['192.0.2.7', '2001:db8::7', '0.0.0.0', '::', '::ffff:7f00:1'])(
    'is not used without the consent of the user: %s',
    async (address) => {
      const { service, saved, person } = setUp();
      person.says = err({ kind: 'consent', reason: 'declined' });
      // Whatever the page says of it.
      const claimed = { ...exposed, address, exposureAccepted: true, plainHttpAccepted: true };
      expect(await service.set(claimed)).toEqual(person.says);
      expect(person.asked).toEqual([`http ${address} 47443`]);
      expect(service.get()).toEqual(defaultReceiverConfig);
      expect(saved).toEqual([]);
      person.says = ok(null);
      expect(await service.set({ ...exposed, address })).toEqual(ok(null));
      expect(service.get().address).toBe(address);
    },
  );

  it('needs consent again for another address, another port, or without TLS, and for nothing else', async () => {
    const { service, person, file, choose } = setUp();
    const both = file('both.pem', mine.keyPem + mine.pem);
    await choose('certificate', both);
    const tls = { certificateFile: both, keyFile: both };
    const steps: readonly [string, ReceiverConfig][] = [
      ['https 0.0.0.0 47443', { ...exposed, tls }],
      ['', { ...exposed, tls, maxSkewSeconds: 60, sourceAddresses: ['192.0.2.1'] }],
      ['https 0.0.0.0 8443', { ...exposed, tls, port: 8443 }],
      ['https :: 8443', { ...exposed, tls, port: 8443, address: '::' }],
      ['http :: 8443', { ...exposed, port: 8443, address: '::' }],
      ['', { ...exposed, tls, port: 8443, address: '::' }],
      ['', { ...defaultReceiverConfig, tls }],
      ['https 0.0.0.0 47443', { ...exposed, tls }],
    ];
    for (const [question, config] of steps) {
      person.asked = [];
      expect(await service.set(config)).toEqual(ok(null));
      expect(person.asked).toEqual(question === '' ? [] : [question]);
    }
  });

  it('needs no consent when the rest of the configuration is invalid', async () => {
    const { service, person } = setUp();
    expect(await service.set({ ...exposed, port: 0 })).toMatchObject({ ok: false });
    expect(person.asked).toEqual([]);
  });
});

describe('TLS files', () => {
  it('are accepted when the dialog gave both and they belong together', async () => {
    const { service, file, choose, saved } = setUp();
    const [cert, key] = [file('cert.pem', mine.pem), file('key.pem', mine.keyPem)];
    expect(await choose('certificate', cert)).toEqual(ok(cert));
    expect(await choose('key', key)).toEqual(ok(key));
    expect(await service.set(withTls(cert, key))).toEqual(ok(null));
    expect(JSON.stringify(saved)).not.toContain('PRIVATE KEY');
  });

  it('can be one file that holds both', async () => {
    const { service, file, choose } = setUp();
    const both = file('both.pem', mine.keyPem + mine.pem);
    await choose('certificate', both);
    expect(await service.set(withTls(both, both))).toEqual(ok(null));
  });

  it('may be in UTF-16, as PowerShell redirects text', async () => {
    const { service, file, choose } = setUp();
    const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
    const [cert, key] = [file('cert.pem', utf16(mine.pem)), file('key.pem', utf16(mine.keyPem))];
    await choose('certificate', cert);
    await choose('key', key);
    expect(await service.set(withTls(cert, key))).toEqual(ok(null));
  });

  it('are refused when no dialog gave them', async () => {
    const { service, file, choose } = setUp();
    const [cert, key] = [file('cert.pem', mine.pem), file('key.pem', mine.keyPem)];
    expect(await service.set(withTls(cert, key))).toEqual(invalid('malformed'));
    await choose('certificate', cert);
    expect(await service.set(withTls(cert, key))).toEqual(invalid('malformed'));
    expect(await choose('key', null)).toEqual(ok(null));
    expect(await service.set(withTls(cert, key))).toEqual(invalid('malformed'));
  });

  it.each<[string, () => [cert: string | Buffer, key: string], string]>([
    ['a key of another certificate', () => [mine.pem, other.keyPem], 'keyMismatch'],
    ['a key in place of the certificate', () => [mine.keyPem, mine.keyPem], 'keyInPlaceOfCertificate'],
    ['a certificate in place of the key', () => [mine.pem, mine.pem], 'malformed'],
    ['words', () => ['words', 'words'], 'notACertificate'],
    ['a broken chain', () => [mine.pem + mine.pem.replace('MII', 'AAA'), mine.keyPem], 'damagedCertificate'],
    ['PKCS#12 in place of the certificate', () => [p12, mine.keyPem], 'pkcs12'],
    ['a file that is far too long', () => [' '.repeat(1024 * 1024 + 1), mine.keyPem], 'tooLong'],
  ])('are refused for %s', async (_, contents, reason) => {
    const { service, file, choose, saved } = setUp();
    const [certText, keyText] = contents();
    const [cert, key] = [file('cert.pem', certText), file('key.pem', keyText)];
    await choose('certificate', cert);
    await choose('key', key);
    expect(await service.set(withTls(cert, key))).toEqual(invalid(reason));
    expect(saved).toEqual([]);
  });

  it('that are missing or folders give the file system error', async () => {
    const { service, file, choose } = setUp();
    const cert = file('cert.pem', mine.pem);
    const folder = temporaryFolder();
    for (const path of [`${cert}.gone`, cert, folder]) await choose('key', path);
    expect(await service.set(withTls(cert, `${cert}.gone`))).toMatchObject({
      error: { kind: 'fileSystem', reason: 'notFound', name: 'cert.pem.gone' },
    });
    expect(await service.set(withTls(folder, cert))).toMatchObject({
      error: { kind: 'fileSystem', reason: 'notRegular' },
    });
  });

  it('that are configured stay allowed, and do not block other changes when they are bad', async () => {
    const { file } = setUp();
    const [cert, key] = [file('cert.pem', 'was renewed badly'), file('key.pem', mine.keyPem)];
    const { service } = setUp(() => withTls(cert, key));
    expect(await service.set({ ...withTls(cert, key), maxSkewSeconds: 60 })).toEqual(ok(null));
    expect(await service.set(withTls(key, cert))).toEqual(invalid('keyInPlaceOfCertificate'));
  });
});
