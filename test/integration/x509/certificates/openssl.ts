import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Crafted } from '#test/support/craftedChains.ts';

/** A chain as a server would send it, and the name that a client asks for. */
export interface Sent {
  /** The leaf first. */
  readonly chain: readonly Pick<Crafted, 'pem'>[];
  /** What the client trusts. */
  readonly roots: readonly Pick<Crafted, 'pem'>[];
  readonly name: string;
  /** Unix ms; left out: now. */
  readonly at?: number;
}

/**
 * Verifies a chain with OpenSSL as a TLS client at its default security level. Returns the number of its first error,
 * or 0. The files are named by `id` in `folder`.
 */
export async function opensslError(
  { chain, roots, name, at }: Sent,
  folder: string,
  id: number | string,
): Promise<number> {
  const file = async (kind: string, pems: readonly string[]) => {
    const path = join(folder, `${id}-${kind}.pem`);
    await writeFile(path, pems.join(''));
    return path;
  };
  const [leaf, ...above] = chain.map(({ pem }) => pem);
  const args = ['verify', '-purpose', 'sslserver', '-auth_level', '2', '-verify_hostname', name];
  const files = ['-no-CApath', '-no-CAstore'];
  if (at !== undefined) files.push('-attime', String(Math.floor(at / 1000)));
  if (roots.length === 0) files.push('-no-CAfile');
  else
    files.push(
      '-CAfile',
      await file(
        'root',
        roots.map(({ pem }) => pem),
      ),
    );
  if (above.length > 0) files.push('-untrusted', await file('above', above));
  const own = await file('leaf', [leaf ?? '']);
  return await new Promise((resolve, reject) => {
    execFile('openssl', [...args, ...files, own], (error, stdout, stderr) => {
      const said = /^error (\d+) at/mu.exec(stdout + stderr)?.[1];
      if (said !== undefined) resolve(Number(said));
      else if (error === null && stdout.includes(': OK')) resolve(0);
      else reject(new Error(`openssl said ${stdout}${stderr}`));
    });
  });
}
