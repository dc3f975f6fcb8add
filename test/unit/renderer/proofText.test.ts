import { expect, it } from 'vitest';
import { browsers } from '#shared/domain/clientRules.ts';
import type { ExportProof } from '#shared/domain/exportProof.ts';
import { proofText } from '#shared/i18n/exportText.ts';
import { chinese, english } from './translators.ts';

const proven: ExportProof = { kind: 'proven', servername: 'shop.example', protocol: 'TLSv1.3' };
const refused = (...refusals: NonNullable<Extract<ExportProof, { kind: 'notProven' }>['refusals']>) =>
  ({ kind: 'notProven', reason: 'clients', code: '', refusals }) as const;

it.each([
  [
    'that it stands for',
    proven,
    'Verified for OpenSSL, Chrome, Edge, Firefox and Safari: a TLSv1.3 client connected as shop.example',
  ],
  [
    'that need a staple of the server',
    { ...proven, mustStaple: true },
    'Verified for OpenSSL, Chrome, Edge, Firefox and Safari, if the server staples an OCSP response: a TLSv1.3 client connected as shop.example',
  ],
  [
    'that refuse it',
    refused({ kind: 'keyNotAccepted', key: 'P-521', clients: ['Chrome', 'Edge', 'Safari'] }),
    'Verified only by the rules of OpenSSL: Chrome, Edge and Safari do not accept P-521 keys',
  ],
  [
    'that refuse it for several reasons',
    refused(
      { kind: 'livesTooLong', limit: 825, clients: ['Safari'] },
      { kind: 'notLogged', needed: 2, clients: browsers },
    ),
    'Verified only by the rules of OpenSSL: Safari refuses a lifetime of more than 825 days, Chrome, Edge, Firefox and Safari refuse a certificate without 2 timestamps of public logs',
  ],
] as const)('a proof names the clients %s', (_, proof, text) => {
  expect(proofText(proof, english)).toBe(text);
  const translated = proofText(proof, chinese);
  expect(translated).toMatch(/^(?:仅按 OpenSSL 的规则)?验证通过/u);
  expect(translated).toMatch(/Edge(?:、Firefox)? 和 Safari|Safari 拒绝/u);
});
