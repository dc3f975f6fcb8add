import type { ExportPart } from '#shared/domain/export.ts';

/** The fields of the latest-certificate endpoint. */
export type LatestField = ExportPart | 'notAfter' | 'name';

export interface KnownName {
  readonly field: LatestField;
  /** Position in its list: the lower one of two names for a field wins. */
  readonly rank: number;
}

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

const KNOWN: ReadonlyMap<string, KnownName> = new Map(
  Object.entries(NAMES).flatMap(([field, names]) =>
    // Object.entries widens the keys of the record.
    names.map((name, rank) => [name, { field: field as LatestField, rank }] as const),
  ),
);

/** Names of wrapped values: `{"certificate": {"pem": "..."}}`, `{"data": "..."}`. */
const WRAPPERS: ReadonlySet<string> = new Set(['pem', 'value', 'content', 'text', 'body', 'data', 'result']);

/** The field that a property name stands for, or `undefined`. */
export function knownName(property: string): KnownName | undefined {
  return KNOWN.get(plain(property));
}

/** Whether a property only wraps the value of its parent. */
export function isWrapper(property: string): boolean {
  return WRAPPERS.has(plain(property));
}

function plain(property: string): string {
  return property.toLowerCase().replace(/[^a-z0-9]/gu, '');
}
