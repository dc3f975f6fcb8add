import { expect, it } from 'vitest';
import {
  countOf,
  type DiagnosticsFacts,
  diagnosticsText,
} from '#main/reporting/diagnostics/diagnosticsText.ts';
import { defaultSettings } from '#shared/domain/settings.ts';

const facts: DiagnosticsFacts = {
  now: Date.UTC(2026, 0, 2),
  startedAt: Date.UTC(2026, 0, 1, 23),
  versions: ['NotAfter 1.2.3', 'Electron 45.3.4'],
  isSandboxed: false,
  system: 'Linux 6.1.0-18-amd64 x64, Debian GNU/Linux 12 (bookworm)',
  session: 'GNOME, wayland',
  keychain: 'Secret Service, ready',
  trayHost: 'present',
  notificationDaemon: 'dunst 1.9.0',
  notifications: { state: { kind: 'shown', by: 'dunst' }, waiting: 0 },
  isOnline: true,
  clockAheadMs: 1000,
  update: 'noFeed',
  database: { bytes: 1_234_567, version: 2 },
  connections: countOf(['active', 'rejected', 'active']),
  tokens: countOf(['keychain', 'keychain', 'memory']),
  orders: { healthy: 9, critical: 1, expired: 0 },
  orderFailures: countOf(['tls']),
  hooks: countOf(['enabled', 'disabled', 'enabled']),
  hookSecrets: countOf(['keychain', 'keychain', 'absent']),
  receiver: 'listening, TLS',
  deliveriesWaiting: 4,
  vault: 'ready, 12 keys',
  settings: defaultSettings,
  recentErrors: [],
};

it('has what a bug report needs, as a block of Markdown', () => {
  const trouble = {
    level: 'error',
    message: 'call failed',
    kind: 'TypeError',
    place: 'add a.ts:1:2',
  } as const;
  const text = diagnosticsText({ ...facts, recentErrors: [{ ...trouble, count: 3, lastAt: facts.now }] });
  expect(text).toMatchInlineSnapshot(`
    "### NotAfter diagnostics, 2026-01-02T00:00:00.000Z

    | | |
    | --- | --- |
    | Versions | NotAfter 1.2.3, Electron 45.3.4 |
    | Sandbox | off |
    | System | Linux 6.1.0-18-amd64 x64, Debian GNU/Linux 12 (bookworm) |
    | Session | GNOME, wayland |
    | Running for | 60 min |
    | Keychain | Secret Service, ready |
    | Tray host | present |
    | Notifications | dunst 1.9.0 |
    | Network | online |
    | Clock | right |
    | Updates | noFeed |
    | Database | 1.2 MB, schema version 2 |
    | Connections | 3: 2 active, 1 rejected |
    | Tokens | 3: 2 keychain, 1 memory |
    | Orders | 10: 9 healthy, 1 critical |
    | Orders that fail | 1: 1 tls |
    | Hooks | 3: 2 enabled, 1 disabled |
    | Signing secrets | 3: 2 keychain, 1 absent |
    | Receiver | listening, TLS |
    | Deliveries waiting | 4 |
    | Vault | ready, 12 keys |
    | Settings | pollIntervalMinutes 360, warningDays 30, warningLifetimeDivisor 3, criticalDays 7, criticalLifetimeDivisor 10, tagThresholds [], alerts true, notifications true, alertDays [30,14,7,3,1], alertOnRenewal true, alertOnTrouble true, alertOnDrift true, alertOnOverdue true, menuBarCount false, startAtLogin false, quickShortcut null, checkForUpdates false, checkRevocation false, checkRenewalInfo false, acmeDirectory null, language "system", theme "system", collapsedGroups ["longExpired"] |

    #### Warnings and errors since the start

    | last | level | how often | what |
    | --- | --- | --- | --- |
    | 2026-01-02T00:00:00.000Z | error | 3 | call failed, TypeError, add a.ts:1:2 |
    "
  `);
});

it('states that there is nothing to report', () => {
  const text = diagnosticsText({ ...facts, connections: {}, database: { bytes: null, version: 2 } });
  expect(text).toContain('| Connections | none |');
  expect(text).toContain('| Database | size unknown, schema version 2 |');
  expect(text).toContain('None.');
});

it('removes everything that looks like a secret or a path, from any source', () => {
  const text = diagnosticsText({
    ...facts,
    session: 'Bearer SENTINEL',
    notificationDaemon: 'a | b\nhttps://SENTINEL.example/x',
    recentErrors: [
      {
        level: 'warn',
        message: "open '/home/SENTINEL/.config/NotAfter'",
        kind: `${'S'.repeat(30)}SENTINEL`,
        place: '',
        count: 1,
        lastAt: 0,
      },
    ],
  });
  expect(text).not.toContain('SENTINEL');
  expect(text).toContain('| Notifications | a / b [address] |');
});

it.each([
  [null, 'not compared with another'],
  [-290_000, 'right'],
  [45 * 60_000, '45 min ahead'],
  [-86_400_000, '1440 min behind'],
])('says whether the clock is right: %s ms ahead', (clockAheadMs, text) => {
  expect(diagnosticsText({ ...facts, clockAheadMs })).toContain(`| Clock | ${text} |`);
});

it('counts the tags with thresholds, which may name customers', () => {
  const tagThresholds = [{ tag: 'SENTINEL', warning: '30d', critical: '7d' }];
  const text = diagnosticsText({ ...facts, settings: { tagThresholds } });
  expect(text).not.toContain('SENTINEL');
  expect(text).toContain('tagThresholds 1');
});
