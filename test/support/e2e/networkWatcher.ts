import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import type { WatcherAnswer, WatcherRequest } from './watchedNetwork.ts';

// Runs in the network and the mounts of `watchedNetwork.ts`, which it sets up, and answers its requests.

/** An interface with a way out for both families, whose other end takes everything; and name servers: this process. */
const setUp = `
  ip link set lo up &&
  ip link add out0 type veth peer name out1 &&
  for each in out0 out1; do
    for name in router_solicitations accept_dad accept_ra; do echo 0 > /proc/sys/net/ipv6/conf/$each/$name; done
    echo 1 > /proc/sys/net/ipv6/conf/$each/addr_gen_mode
  done &&
  echo 1 > /proc/sys/net/ipv6/conf/out1/disable_ipv6 &&
  ip link set out1 address 02:00:00:00:00:02 && ip link set out1 up && ip link set out0 up &&
  ip addr add 192.0.2.2/24 dev out0 && ip route add default via 192.0.2.1 &&
  ip neigh add 192.0.2.1 lladdr 02:00:00:00:00:02 dev out0 &&
  ip -6 addr add 2001:db8::2/64 dev out0 nodad && ip -6 route add default via 2001:db8::1 &&
  ip neigh add 2001:db8::1 lladdr 02:00:00:00:00:02 dev out0 &&
  mount -t tmpfs none /mnt && echo nameserver 127.0.0.1 > /mnt/resolv.conf &&
  mount --bind /mnt/resolv.conf /etc/resolv.conf`;

const done = spawnSync('sh', ['-c', setUp], { encoding: 'utf8' });
if (done.status !== 0) throw new Error(`The network was not set up: ${done.stderr}`);

const names: string[] = [];
const heard: string[] = [];

/** Answers that a name does not exist (RFC 1035, section 4.1.1). @param query as in UDP */
function noSuchName(query: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  names.push(labels.join('.'));
  const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x83, 0, 1, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([head, query.subarray(12, at + 5)]);
}

const dns = createSocket('udp4');
dns.on('message', (query, { port, address }) => dns.send(noSuchName(query), port, address));
dns.bind(53, '127.0.0.1');

const html = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Unprotected</title>';
const page = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${html.length}\r\nconnection: close\r\n\r\n${html}`;

/** Takes what arrives by TCP at any address; the page `/unprotected` is for a control, and not noted. */
function take(socket: Socket): void {
  const note = (path: string) => heard.push(`tcp ${socket.localAddress} ${path}`);
  socket.on('error', () => undefined);
  socket.once('data', (data) => {
    socket.end(page);
    const path = /^[A-Z]+ \/(\S*) HTTP/u.exec(data.toString('latin1'))?.[1] ?? 'not HTTP';
    if (path !== 'unprotected') note(path);
  });
  socket.once('close', () => {
    if (socket.bytesRead === 0) note('nothing');
  });
}

const tcp = createServer(take).listen(0, '::');
const udp = createSocket('udp6');
udp.on('message', (_data, { address }) => heard.push(`udp ${address} datagram`));
udp.bind(0, '::');
await Promise.all([once(dns, 'listening'), once(tcp, 'listening'), once(udp, 'listening')]);
const listening = { tcp: (tcp.address() as { port: number }).port, udp: udp.address().port };

/** The number behind a name in a file of proc_pid_net(5). @param column of those behind the name */
function counter(file: string, name: string, column: number): number {
  const lines = readFileSync(`/proc/self/net/${file}`, 'utf8').split('\n');
  const fields = lines.map((line) => line.trim().split(/[:\s]+/u)).find(([first]) => first === name);
  if (fields === undefined) throw new Error(`${file} has no ${name}`);
  return Number(fields[column]);
}

/** Packets that left by the way out, without the kernel's own reports of its addresses (RFC 3810). */
function packetsSent(): number {
  return counter('dev', 'out0', 10) - counter('snmp6', 'Icmp6OutMLDv2Reports', 1);
}

function answer(message: WatcherAnswer): void {
  process.send?.(message);
}

process.on('message', (request: WatcherRequest) => {
  if (request.kind === 'read') return answer({ packets: packetsSent(), names, heard });
  // Whoever connects to the path is connected to a port of this network.
  const relay = createServer((outer) => {
    const inner = connect(request.port, '127.0.0.1');
    outer.pipe(inner).pipe(outer);
    for (const each of [outer, inner]) each.on('error', () => outer.destroy());
  });
  relay.listen(request.path, () => answer({ relayed: request.path }));
});
process.on('disconnect', () => process.exit());
answer({ listening });
