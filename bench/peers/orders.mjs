// What people write instead of `notafter export`, with Node and undici: each order is fetched, its key and chain are
// checked, and two files are synced and put in place; eight orders at once over kept connections.
//   node orders.mjs ADDRESS CA HEADERS FOLDER RID ...
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { Pool } from 'undici';

const [address, ca, headerFile, to, ...rids] = process.argv.slice(2);
const [, authorization] = /^Authorization: (.+)$/mu.exec(await readFile(headerFile, 'utf8'));
const pool = new Pool(address, { connections: 8, connect: { ca: await readFile(ca) } });

async function take(rid) {
  const path = `/open/ssl/latest/${rid}`;
  const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { authorization } });
  if (statusCode !== 200) throw new Error(`${rid}: ${statusCode}`);
  const { key, certificateServer, certificateChain } = await body.json();
  const leaf = new X509Certificate(certificateServer);
  const isSigned = leaf.verify(new X509Certificate(certificateChain).publicKey);
  if (!isSigned || !leaf.checkPrivateKey(createPrivateKey(key))) throw new Error(`${rid}: does not match`);
  const folder = `${to}/${rid}`;
  await mkdir(folder, { recursive: true });
  const files = { privkey: key, fullchain: certificateServer + certificateChain };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(`${folder}/${name}.new`, text, { mode: 0o600, flush: true });
    await rename(`${folder}/${name}.new`, `${folder}/${name}.pem`);
  }
}

const left = [...rids];
const worker = async () => {
  while (left.length > 0) await take(left.pop());
};
await Promise.all(Array.from({ length: 8 }, worker));
await pool.close();
