import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { AddressOutcome } from '#main/monitoring/probe/probeAddress.ts';
import { needs } from '#scripts/vitest/needs.ts';
import type { EndpointProtocol } from '#shared/domain/endpointProtocol.ts';
import { pemFingerprint } from '#test/support/pemFingerprint.ts';
import { type FarmLeaf, leafOf, probe } from './farm.ts';
import { isRoot, type RealServer, startDovecot, startPostfix, startPostgres } from './realServers.ts';

const STARTING_MS = 20_000;

/** Probes a server that may still be starting. Throws its output if it does not start. */
async function probeStarting(
  { port, words }: RealServer,
  protocol: EndpointProtocol,
): Promise<AddressOutcome> {
  for (const until = Date.now() + STARTING_MS; ; await pause(20)) {
    const outcome = await probe({ port, protocol });
    // PostgreSQL listens some time before it answers.
    if (outcome.kind === 'served') return outcome;
    if (Date.now() > until) throw new Error(`${JSON.stringify(outcome.error)}: ${words()}`);
  }
}

function shows(leaf: FarmLeaf) {
  const fingerprint256 = pemFingerprint(leaf.leaf);
  return { kind: 'served', leaf: { fingerprint256, commonName: 'shop.example', findings: [] } };
}

it(
  'Postfix serves after STARTTLS',
  needs(isRoot, 'the master process of Postfix runs as root alone'),
  async () => {
    const leaf = await leafOf();
    expect(await probeStarting(await startPostfix(leaf), 'smtp')).toMatchObject(shows(leaf));
  },
);

it('Dovecot serves IMAP and POP3 after STARTTLS', async () => {
  const leaf = await leafOf();
  const { imap, pop3 } = await startDovecot(leaf);
  expect(await probeStarting(imap, 'imap')).toMatchObject(shows(leaf));
  expect(await probeStarting(pop3, 'pop3')).toMatchObject(shows(leaf));
});

it('PostgreSQL serves after its SSLRequest', async () => {
  const leaf = await leafOf();
  expect(await probeStarting(await startPostgres(leaf), 'postgres')).toMatchObject(shows(leaf));
});
