import type { ExportPart } from '#shared/domain/export.ts';

/** What is read from the body. */
export type LatestField = ExportPart | 'notAfter' | 'name';

/**
 * The interface does not define the body's fields (section 2). These are the names that it uses elsewhere, and names
 * used by other services, tools and panels. Letters and digits only: case, underscores and hyphens are ignored.
 * Earlier names in a list take precedence.
 */
const NAMES: Readonly<Record<LatestField, readonly string[]>> = {
  certificate: [
    'fullchain',
    'fullchainpem',
    'fullchaincert',
    'fullchaincertificate',
    'certificatefullchain',
    'certfullchain',
    'fullcertificate',
    'certificate',
    'certificatepem',
    'certificates',
    'sslcertificate',
    'sslcert',
    'publiccertificate',
    'certificatecontent',
    'certcontent',
    'certpem',
    'pemcert',
    'cert',
    'crt',
    'pem',
  ],
  certificateServer: [
    'certificateserver',
    'servercertificate',
    'servercert',
    'certserver',
    'certificateleaf',
    'leafcertificate',
    'leafcert',
    'leaf',
    'domaincertificate',
    'domaincert',
    'endentitycertificate',
    'endentity',
  ],
  certificateChain: [
    'certificatechain',
    'certchain',
    'chain',
    'chainpem',
    'chaincertificate',
    'chaincertificates',
    'chaincert',
    'chaincerts',
    'cabundle',
    'cachain',
    'bundle',
    'intermediate',
    'intermediates',
    'intermediatecertificate',
    'intermediatecertificates',
    'intermediatecert',
    'intermediatecerts',
    'issuercertificate',
    'issuercert',
    'cacertificate',
    'cacertificates',
    'cacert',
    'cacerts',
    'ca',
  ],
  key: [
    'key',
    'privatekey',
    'privkey',
    'prikey',
    'pkey',
    'keypem',
    'privatekeypem',
    'privkeypem',
    'pemkey',
    'keycontent',
    'certificatekey',
    'certificateprivatekey',
    'certkey',
    'serverkey',
    'sslkey',
    'sslcertificatekey',
    'rsaprivatekey',
  ],
  notAfter: [
    'notafter',
    'notaftertime',
    'notafterdate',
    'validto',
    'validuntil',
    'validend',
    'expiresat',
    'expireat',
    'expiredat',
    'expirytime',
    'expiretime',
    'expirestime',
    'expirationtime',
    'expirydate',
    'expiredate',
    'expirationdate',
    'certendtime',
    'endtime',
    'enddate',
    'expires',
    'expiration',
    'expiry',
  ],
  name: ['name', 'ssl', 'sslname', 'ordername', 'displayname', 'certificatename', 'certname', 'title'],
};

/** Every name with its field. `rank`: position in its list; the lower one of two names for a field wins. */
export const KNOWN: ReadonlyMap<string, { readonly field: LatestField; readonly rank: number }> = new Map(
  Object.entries(NAMES).flatMap(([field, names]) =>
    // Object.entries widens the keys of the record.
    names.map((name, rank) => [name, { field: field as LatestField, rank }] as const),
  ),
);

/** Names of wrapped values: `{"certificate": {"pem": "..."}}`, `{"data": "..."}`. */
export const WRAPPERS: ReadonlySet<string> = new Set([
  'pem',
  'value',
  'content',
  'text',
  'body',
  'data',
  'result',
]);
