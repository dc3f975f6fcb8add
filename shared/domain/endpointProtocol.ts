import type { AppLanguage } from './language.ts';

/** A way in which TLS starts at an endpoint. */
interface ProbeProtocol {
  /** Public: the configuration file names it. */
  readonly id: string;
  readonly name: Readonly<Record<AppLanguage, string>>;
  /** Ports that imply it, the usual one first. */
  readonly ports: readonly [number, ...number[]];
  /** Schemes of URLs that imply it, each with its port. */
  readonly schemes: Readonly<Record<string, number>>;
  /** First labels of host names that imply it. One label may imply several protocols: a mail host may also have a web page. */
  readonly labels: readonly string[];
}

/**
 * Implicit TLS, or STARTTLS of the protocol. Sources: RFC 3207 (smtp), RFC 9051 (imap), RFC 2595 (pop3), RFC 4511 section
 * 4.14 (ldap), RFC 6120 section 5 (xmpp), and the wire protocols of PostgreSQL (SSLRequest) and MySQL (SSL request packet).
 */
const list = [
  {
    id: 'tls',
    name: { en: 'Implicit TLS (HTTPS…)', 'zh-CN': '隐式 TLS（HTTPS 等）' },
    ports: [443],
    schemes: {
      https: 443,
      http: 443,
      wss: 443,
      tls: 443,
      smtps: 465,
      imaps: 993,
      pops: 995,
      pop3s: 995,
      ldaps: 636,
    },
    labels: ['mail'],
  },
  {
    id: 'smtp',
    name: { en: 'SMTP, STARTTLS', 'zh-CN': 'SMTP，STARTTLS' },
    ports: [587, 25],
    schemes: { smtp: 587 },
    labels: ['mail', 'smtp', 'mx'],
  },
  {
    id: 'imap',
    name: { en: 'IMAP, STARTTLS', 'zh-CN': 'IMAP，STARTTLS' },
    ports: [143],
    schemes: { imap: 143 },
    labels: ['imap'],
  },
  {
    id: 'pop3',
    name: { en: 'POP3, STLS', 'zh-CN': 'POP3，STLS' },
    ports: [110],
    schemes: { pop: 110, pop3: 110 },
    labels: ['pop', 'pop3'],
  },
  {
    id: 'ldap',
    name: { en: 'LDAP, StartTLS', 'zh-CN': 'LDAP，StartTLS' },
    ports: [389],
    schemes: { ldap: 389 },
    labels: ['ldap'],
  },
  {
    id: 'xmpp',
    name: { en: 'XMPP, STARTTLS', 'zh-CN': 'XMPP，STARTTLS' },
    ports: [5222],
    schemes: { xmpp: 5222 },
    labels: ['xmpp'],
  },
  {
    id: 'postgres',
    name: { en: 'PostgreSQL', 'zh-CN': 'PostgreSQL' },
    ports: [5432],
    schemes: { postgres: 5432, postgresql: 5432 },
    labels: ['postgres'],
  },
  {
    id: 'mysql',
    name: { en: 'MySQL', 'zh-CN': 'MySQL' },
    ports: [3306],
    schemes: { mysql: 3306 },
    labels: ['mysql'],
  },
] as const satisfies readonly ProbeProtocol[];

export type EndpointProtocol = (typeof list)[number]['id'];

export const probeProtocols: readonly (ProbeProtocol & { readonly id: EndpointProtocol })[] = list;

export const endpointProtocols: readonly EndpointProtocol[] = list.map(({ id }) => id);

/** The name of each protocol, for the catalog of a language. */
export function protocolNames(language: AppLanguage): Readonly<Record<EndpointProtocol, string>> {
  return Object.fromEntries(list.map(({ id, name }) => [id, name[language]])) as Record<
    EndpointProtocol,
    string
  >;
}
