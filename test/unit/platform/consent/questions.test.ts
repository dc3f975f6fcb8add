import { describe, expect, it } from 'vitest';
import { alertCommandQuestion } from '#main/alerting/events/alertCommand.ts';
import { questionWords } from '#main/alerting/events/questionWords.ts';
import { eventWebhookQuestion } from '#main/alerting/events/standardWebhooks.ts';
import { startOverQuestion } from '#main/credentials/vault/questions.ts';
import { copyKeyQuestion } from '#main/deployment/clipboard/questions.ts';
import { reloadCommandQuestion } from '#main/deployment/copies/questions.ts';
import { warnedPlaceQuestion } from '#main/deployment/export/questions.ts';
import { importedCaQuestion } from '#main/orders/connections/questions.ts';
import { Consent, type ConsentQuestion } from '#main/platform/consent/consent.ts';
import { importQuestion } from '#main/reporting/configuration/questions.ts';
import { installQuestion } from '#main/settings/update/questions.ts';
import { approvalQuestion } from '#main/webhook/inbox/questions.ts';
import { exposureQuestion, selfTestQuestion } from '#main/webhook/receiver/questions.ts';
import { configurationWarnings } from '#shared/domain/configurationChange.ts';
import type { AppLanguage } from '#shared/domain/language.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

const languages = (['en', 'zh-CN'] as const).map((locale) => ({
  locale,
  t: translatorOf(locale),
}));
const [english = { locale: 'en' as AppLanguage, t: translatorOf('en') }] = languages;

const order = (change: Partial<OrderRow>) =>
  ({
    alias: null,
    serviceName: null,
    commonName: 'a.example',
    domains: ['a.example'],
    rid: 'r',
    ...change,
  }) as OrderRow;

const leaf = {
  subjectAltNames: ['a.example'],
  issuer: 'CN=CA',
  notAfter: 0,
  fingerprint256: 'ab'.repeat(32),
};
const delivery = {
  hookName: 'Production',
  orderName: 'shop',
  leaf,
  verdict: { kind: 'waiting', reason: { kind: 'unknownName' } },
} as unknown as Parameters<typeof approvalQuestion>[1];
const warnings = [
  { kind: 'modeNotKept' },
  { kind: 'writableByOthers' },
  { kind: 'gitWorktree', worktree: '/home/me/work', ignoreLines: '', isAsked: false },
  { kind: 'cloudSynced', service: 'Dropbox' },
  { kind: 'networkFileSystem', protocol: 'NFS' },
] as const;

/** Every question in one language. */
function allQuestions(language: (typeof languages)[number]): readonly ConsentQuestion[] {
  const { t } = language;
  const words = questionWords(t);
  return [
    reloadCommandQuestion(t, ['/bin/true', '-x y'], { folders: ['/srv/x'], user: 'me', home: '/home/me' }),
    alertCommandQuestion(words, ['/bin/true', '-x y'], { user: 'me', home: '/home/me' }),
    eventWebhookQuestion(words, 'https://hooks.example:8443/secret?key=x', null),
    eventWebhookQuestion(
      words,
      'https://hooks.example:8443/secret?key=x',
      'https://hooks.example:8443/other',
    ),
    importedCaQuestion(t, {
      name: 'A',
      baseUrl: 'https://a.example',
      fileName: 'ca.pem',
      fingerprints: ['AB'],
    }),
    importQuestion(
      t,
      configurationWarnings.map((kind) => ({ kind, name: 'privkey.pem' })),
    ),
    exposureQuestion(t, { address: '0.0.0.0', port: 47443, tls: null }),
    selfTestQuestion(t, { host: 'hooks.example', port: '8443', protocol: 'https:', hook: 'Production' }),
    warnedPlaceQuestion(t, { container: 'folder', target: '/srv/x', warnings, orders: ['Shop'] }),
    copyKeyQuestion(t, order({})),
    approvalQuestion(language, delivery),
    installQuestion(t, '0.3.0', '0.4.0'),
    startOverQuestion(t, 2),
  ];
}

describe.each(languages)('a question in $locale', (language) => {
  it('fits into a dialog, and fills every placeholder', async () => {
    for (const question of allQuestions(language)) {
      const shown: string[] = [];
      const consent = new Consent(
        {
          confirm: async ({ title, detail, agree }) => {
            shown.push(title, detail, agree);
            return true;
          },
          isWindowFocused: () => true,
        },
        createFakeTime().clock,
      );
      expect(await consent.ask(question)).toEqual(ok(null));
      expect(shown.join('\n')).not.toMatch(/\{\{|undefined|(?:dialogs|alertChannels)\./u);
      expect(shown.join('\n').split('\n').length).toBeLessThan(24);
    }
  });
});

describe('the facts of a question', () => {
  const { t } = english;

  it('are those that the user agrees to', () => {
    expect(allQuestions(english).map(({ facts }) => facts)).toEqual([
      ['Folder: /srv/x', '0: /bin/true', '1: "-x y"'],
      ['0: /bin/true', '1: "-x y"'],
      ['Address: hooks.example:8443/…', 'Protocol: HTTPS'],
      ['Address: hooks.example:8443/…', 'Protocol: HTTPS'],
      ['Connection: A', 'Address: https://a.example', 'File: ca.pem', 'SHA-256: AB'],
      [
        'Private key in: privkey.pem',
        'Private key readable by a group: privkey.pem',
        'Private key without a passphrase: privkey.pem',
        'Private key in another folder: privkey.pem',
        'Plain files instead of symbolic links: privkey.pem',
        'Private key to be exported to: privkey.pem',
        'Private key written without a question: privkey.pem',
        'Alerts switched off: privkey.pem',
      ],
      ['Address: 0.0.0.0 (all addresses of this computer), port 47443', 'Protocol: HTTP, not encrypted'],
      ['Address: hooks.example, port 8443', 'Protocol: HTTPS', 'WebHook: Production'],
      [
        'Folder: /srv/x',
        'Git worktree: /home/me/work',
        'Synced by: Dropbox',
        'Network protocol: NFS',
        'Order: Shop',
      ],
      ['Order: a.example', 'Names: a.example'],
      [
        'Order: shop',
        'WebHook: Production',
        'Names: a.example',
        'Issued by: CN=CA',
        expect.stringMatching(/^Valid until: .*1970/u),
        `SHA-256: ${'ab'.repeat(32)}`,
      ],
      ['Installed now: 0.3.0', 'Downloaded: 0.4.0'],
      [],
    ]);
  });

  it('quote external text literally, and never interpret it as catalog text', () => {
    const { facts } = copyKeyQuestion(
      t,
      order({ alias: '{{value}} $t(common.cancel)\u3164', domains: ['b\u3164'] }),
    );
    expect(facts).toEqual([
      'Order: "{{value}} $t(common.cancel)\\u{3164}"',
      'Names: a.example, "b\\u{3164}"',
    ]);
  });

  it('count the names if they are too many or too long to list', () => {
    const many = Array.from({ length: 9 }, (_, index) => `n${index}.example`);
    expect(copyKeyQuestion(t, order({ commonName: null, domains: many })).facts[1]).toBe(
      'Names: n0.example, n1.example, n2.example, n3.example, n4.example and 4 more',
    );
    const long = ['x', 'y'].map((letter) => letter.repeat(150));
    expect(copyKeyQuestion(t, order({ commonName: null, domains: long })).facts[1]).toBe(
      `Names: ${long[0]} and 1 more`,
    );
  });
});
