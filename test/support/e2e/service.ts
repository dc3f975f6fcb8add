import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptAuthority } from '#test/service/authorityStore.ts';
import type { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import {
  type ReferenceService,
  type ReferenceServiceOptions,
  startReferenceService,
} from '#test/service/referenceService.ts';
import { atEndOfFiles } from './endings.ts';
import { temporaryFolder } from './notAfterApp.ts';

/** A reference service for one test file, with its root certificate as a file. */
export type TestService = ReferenceService & { readonly caFile: string };

const started = new Set<ReferenceService>();

/**
 * Starts a service over TLS without orders in this process; it ends after the file's last test. All files share one
 * authority, because creating one takes long.
 */
export async function startTestService(options: ReferenceServiceOptions = {}): Promise<TestService> {
  const service = await startServiceIn(await temporaryFolder(), options);
  started.add(service);
  return service;
}

/** The same, with its files in a folder; it runs until the caller closes it. */
export async function startServiceIn(
  folder: string,
  options: ReferenceServiceOptions = {},
): Promise<TestService> {
  const authority = options.authority ?? (await testAuthority(folder));
  const service = await startReferenceService({ tls: true, orders: 0, ...options, authority });
  const caFile = join(folder, 'company-ca.pem');
  await writeFile(caFile, service.caPem);
  return Object.assign(service, { caFile });
}

/** The authority that all files share. @param folder where it is kept outside of a run */
export function testAuthority(folder: string): Promise<CertificateAuthority> {
  return keptAuthority(join(process.env['NOTAFTER_TEST_OUT'] ?? folder, 'authority'), Date.now());
}

atEndOfFiles(async () => {
  for (const service of started) await service.close();
  started.clear();
});
