import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { KeyPool, privateKeyPem } from '#test/service/keyPool.ts';
import { childInput } from './childInput.ts';

/** Serves TLS at many addresses and ports of 127.0.0.0/8 until it is stopped. Its first line lists them as JSON. */
const input = childInput<{ addresses: number; ports: number; name: string }>();

const day = 86_400_000;
const authority = await CertificateAuthority.create(Date.now());
const keys = new KeyPool();
const ports: number[] = [];
const hosts = Array.from({ length: input.addresses }, (_, place) => `127.0.1.${place + 1}`);

for (let port = 0; port < input.ports; port += 1) {
  const pair = await keys.fresh('p256');
  const { leafPem, chainPem } = await authority.issueLeaf({
    names: [input.name],
    publicKey: pair.publicKey,
    issuer: 'ecdsa',
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + 90 * day),
  });
  const server = createTlsServer({ key: privateKeyPem(pair, 'pkcs8'), cert: leafPem + chainPem });
  server.on('tlsClientError', () => undefined);
  server.on('secureConnection', (socket) => socket.on('error', () => undefined).resume());
  let chosen = 0;
  for (const host of hosts) {
    const listener = createServer((socket) => server.emit('connection', socket));
    await once(listener.listen({ host, port: chosen }), 'listening');
    chosen = (listener.address() as AddressInfo).port;
  }
  ports.push(chosen);
}

process.stdout.write(`${JSON.stringify({ hosts, ports, root: authority.rootPem })}\n`);
