/** What `blocks.test.ts` checks of a block that no test runs. */
export type BlockCheck =
  /** Bash accepts it. Its commands of NotAfter, of npm and of units exist, with their options. */
  | 'shell'
  /** A line of crontab(5), whose command exists. */
  | 'crontab'
  /** JSON by a schema of `docs/schemas`. */
  | `schema:${string}`;

/** How a block of a document is proven. Without `ranBy` it has a reason. */
export interface BlockProof {
  readonly page: string;
  /** The beginning of its first line. */
  readonly begins: string;
  /** The test that reads the block from the document and runs it, with names and folders of its own; or that has this output. */
  readonly ranBy?: string;
  readonly check?: BlockCheck;
  /** Why no test runs it. */
  readonly why?: string;
}

/** How many blocks no test runs. It may only fall. */
export const notRun = 32;

/** How many of these nothing checks, either. It may only fall. */
export const unproven = 5;

const ofMaintainers = 'it is for the maintainers, and takes minutes, a network or keys';
const ofPeople = 'it changes the home folder of a person, or needs other computers';
const examples = 'tests run such commands with orders of their own';

const container = 'test/installation/container.test.ts';
const recipes = 'test/integration/deployment/copies/commandRecipes.test.ts';
const eventRecipes = 'test/integration/alerting/eventRecipes.test.ts';
const shellRecipes = 'test/integration/alerting/eventShellRecipes.test.ts';
const role = 'test/integration/cli/ansibleRole.test.ts';
const metrics = 'test/integration/reporting/metrics/metrics.test.ts';
const server = 'test/packages/serverRecipes.test.ts';
const engines = 'test/packages/cliCheck.test.ts';
const signatures = 'test/unit/scripts/signatures.test.ts';

/** Of the pages of commands, those of their synopsis are left out: `commandPages.test.ts` writes them. */
export const blockProofs: readonly BlockProof[] = [
  { page: 'CONTRIBUTING.md', begins: 'npm run demo', check: 'shell', why: 'tests run both, not in one' },
  { page: 'README.md', begins: 'git clone', check: 'shell', why: 'it needs a network' },
  { page: 'README.md', begins: 'sha256sum -c', check: 'shell', why: 'it needs a release' },
  { page: 'README.md', begins: '(Get-Content', why: 'there is no PowerShell here' },
  { page: 'docs/architecture.md', begins: 'flowchart TB', why: 'it is a picture' },

  { page: 'docs/cli.md', begins: 'notafter status', check: 'shell', why: examples },
  { page: 'docs/cli.md', begins: 'source <(', ranBy: 'test/integration/cli/completions.test.ts' },
  { page: 'docs/cli.md', begins: 'systemctl --user enable', check: 'shell', why: ofPeople },
  { page: 'docs/cli.md', begins: '{"schema":1', check: 'schema:error', why: 'it is an output' },
  { page: 'docs/cli.md', begins: 'node out/server', check: 'shell', why: examples },
  { page: 'docs/cli.md', begins: '# ~/.config/systemd', ranBy: 'test/packages/linuxPackages.test.ts' },
  { page: 'docs/cli.md', begins: 'CREDENTIALS_DIRECTORY=', check: 'shell', why: examples },
  { page: 'docs/cli/config-import.md', begins: 'notafter config export', check: 'shell', why: ofPeople },
  { page: 'docs/cli/config-import.md', begins: '{', check: 'schema:config', why: examples },
  { page: 'docs/cli/connections-add.md', begins: 'pass show', check: 'shell', why: ofPeople },
  { page: 'docs/cli/orders-note.md', begins: 'notafter orders note shop', check: 'shell', why: examples },
  { page: 'docs/cli/orders-tag.md', begins: 'notafter orders tag shop', check: 'shell', why: examples },
  { page: 'docs/cli/status.md', begins: 'CRITICAL: 1 expired', ranBy: 'test/unit/cli/status.test.ts' },
  { page: 'docs/cli/thresholds.md', begins: 'notafter thresholds shop', check: 'shell', why: examples },
  { page: 'docs/command-protocol.md', begins: '> {"nonce"', ranBy: 'test/unit/cli/protocol.test.ts' },
  { page: 'docs/development.md', begins: 'npm test  ', check: 'shell', why: ofMaintainers },
  { page: 'docs/development.md', begins: 'NOTAFTER_TEST_LATE_MS=', check: 'shell', why: ofMaintainers },

  { page: 'docs/events.md', begins: '{\n', check: 'schema:event', why: 'it is an output' },
  { page: 'docs/events.md', begins: 'POST /notafter', why: 'it is an output, with its body shortened' },
  { page: 'docs/events.md', begins: '/usr/bin/curl', ranBy: shellRecipes },
  { page: 'docs/events.md', begins: '#!/bin/sh\n# Reads an event', ranBy: shellRecipes },
  { page: 'docs/events.md', begins: '/home/me/notafter/chat-bot.py', ranBy: eventRecipes },
  { page: 'docs/events.md', begins: '{"bot"', ranBy: eventRecipes },
  { page: 'docs/events.md', begins: 'urls:', ranBy: eventRecipes },
  { page: 'docs/events.md', begins: '#!/bin/sh\n# Posts the words', ranBy: shellRecipes },
  { page: 'docs/events.md', begins: '#!/bin/sh\n# /home/me/notafter/on-event', ranBy: eventRecipes },
  { page: 'docs/events.md', begins: 'webhook -hooks', ranBy: eventRecipes },

  { page: 'docs/fleet.md', begins: '# group_vars/servers.yml', ranBy: role },
  { page: 'docs/fleet.md', begins: 'ansible-playbook', ranBy: role },
  { page: 'docs/fleet.md', begins: '# fleet.rules.yml', ranBy: metrics },
  { page: 'docs/fleet.md', begins: '# prometheus.yml', ranBy: metrics },
  { page: 'docs/fleet.md', begins: '# alertmanager.yml', ranBy: metrics },
  { page: 'docs/keychain-on-linux.md', begins: 'secret-tool search', check: 'shell', why: ofPeople },
  { page: 'docs/monitoring.md', begins: '# crontab of the user', check: 'crontab', why: ofPeople },
  { page: 'docs/monitoring.md', begins: '# alertmanager.yml', ranBy: metrics },
  { page: 'docs/monitoring.md', begins: 'CERT WARNING', ranBy: 'test/unit/cli/check.test.ts' },
  { page: 'docs/monitoring.md', begins: 'command[check_certificates]', ranBy: engines },
  { page: 'docs/monitoring.md', begins: 'define service', ranBy: engines },
  { page: 'docs/monitoring.md', begins: 'object CheckCommand', ranBy: engines },

  { page: 'docs/packaging.md', begins: 'npm run package  ', check: 'shell', why: ofMaintainers },
  { page: 'docs/packaging.md', begins: 'NOTAFTER_UPDATE_FEED=', check: 'shell', why: ofMaintainers },
  { page: 'docs/packaging.md', begins: 'openssl pkeyutl -verify', ranBy: signatures },
  { page: 'docs/performance.md', begins: 'npm run bench  ', check: 'shell', why: ofMaintainers },
  { page: 'docs/receiver.md', begins: "url='http:", ranBy: 'test/e2e/receiver.test.ts' },
  { page: 'docs/recipes.md', begins: "sh -c 'rsync", ranBy: recipes },
  { page: 'docs/recipes.md', begins: 'ansible-playbook', ranBy: recipes },
  { page: 'docs/recipes.md', begins: '[web]', ranBy: recipes },
  { page: 'docs/recipes.md', begins: '- hosts: web', ranBy: recipes },
  { page: 'docs/recipes.md', begins: 'kubectl', why: 'it needs a cluster' },
  { page: 'docs/recipes.md', begins: 'vault', why: 'Debian has no Vault' },
  { page: 'docs/releasing.md', begins: 'npm run release -- minor', check: 'shell', why: ofMaintainers },
  { page: 'docs/releasing.md', begins: 'NOTAFTER_TEST_PACKAGES=', check: 'shell', why: ofMaintainers },
  { page: 'docs/releasing.md', begins: 'gh release download', check: 'shell', why: ofMaintainers },
  { page: 'docs/releasing.md', begins: 'openssl genpkey', ranBy: signatures },
  { page: 'docs/releasing.md', begins: 'npm run release -- repository', check: 'shell', why: ofMaintainers },

  { page: 'docs/server.md', begins: 'install -d', ranBy: server },
  { page: 'docs/server.md', begins: '# systemctl edit', ranBy: server },
  { page: 'docs/server.md', begins: '# /etc/systemd/system/nginx-reload.path', ranBy: server },
  { page: 'docs/server.md', begins: '// /etc/polkit-1', ranBy: server },
  { page: 'docs/server.md', begins: 'systemd-creds encrypt', ranBy: server },
  {
    page: 'docs/server.md',
    begins: 'journalctl',
    check: 'shell',
    why: 'the machine of the tests has no journal',
  },
  { page: 'docs/server.md', begins: 'podman build', ranBy: container },
];
