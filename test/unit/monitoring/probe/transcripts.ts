import type { DialogueTopic } from '#main/monitoring/probe/starttls/dialogue.ts';
import type { EndpointProtocol } from '#shared/domain/endpointProtocol.ts';
import type { Turn } from './playDialogue.ts';

export interface Transcript {
  readonly protocol: Exclude<EndpointProtocol, 'tls'>;
  readonly title: string;
  readonly topic?: DialogueTopic;
  readonly turns: readonly Turn[];
  /** The message of a server that does not begin TLS. */
  readonly refused?: string;
}

const ehlo = { client: 'EHLO [127.0.0.1]\r\n' };
const ldapRequest = {
  client: Buffer.from('301d02010177188016312e332e362e312e342e312e313436362e3230303337', 'hex'),
};
const postgresRequest = { client: Buffer.from('0000000804d2162f', 'hex') };
const stream = (kind: string) => ({
  client:
    `<?xml version='1.0'?><stream:stream to='shop.example' xmlns='jabber:${kind}' ` +
    `xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`,
});
const starttls = { client: "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>" };
const streamOpen = (features: string) => ({
  server: `<?xml version='1.0'?><stream:stream from='shop.example' id='1'>${features}`,
});
const offered = streamOpen(
  "<stream:features><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls></stream:features>",
);

/** MySQL's initial handshake packet, protocol 10. @param capabilities the lower two bytes */
function mysqlGreeting(capabilities: number): Buffer {
  const payload = Buffer.concat([
    Buffer.from('\x0a8.0.36\0\x07\0\0\0saltsalt\0', 'latin1'),
    Buffer.from([capabilities & 0xff, capabilities >> 8, 45, 2, 0, 0xff, 0xc1, 21]),
    Buffer.from('\0\0\0\0\0\0\0\0\0\0saltsaltsalt\0caching_sha2_password\0', 'latin1'),
  ]);
  return Buffer.concat([Buffer.from([payload.length, 0, 0, 0]), payload]);
}

const mysqlRequest = {
  client: Buffer.from(`20000001008a0000000000012d${'00'.repeat(23)}`, 'hex'),
};

/** Dialogues with servers of every protocol that end with TLS. */
export const agreements: readonly Transcript[] = [
  {
    protocol: 'smtp',
    title: 'Postfix',
    turns: [
      { server: '220 mail.example ESMTP Postfix\r\n' },
      ehlo,
      { server: '250-mail.example\r\n250-SIZE 10240000\r\n250-STARTTLS\r\n250 CHUNKING\r\n' },
      { client: 'STARTTLS\r\n' },
      { server: '220 2.0.0 Ready to start TLS\r\n' },
    ],
  },
  {
    protocol: 'smtp',
    title: 'a greeting of several lines, bare line feeds, and codes without words',
    turns: [
      { server: '220-mail.example\n220-No unsolicited mail\n220\n' },
      ehlo,
      { server: '250-mail.example\n250 starttls\n' },
      { client: 'STARTTLS\r\n' },
      { server: '220\n' },
    ],
  },
  {
    protocol: 'imap',
    title: 'Dovecot',
    turns: [
      { server: '* OK [CAPABILITY IMAP4rev1 STARTTLS] Dovecot ready.\r\n' },
      { client: 'a1 CAPABILITY\r\n' },
      { server: '* CAPABILITY IMAP4rev1 LITERAL+ STARTTLS LOGINDISABLED\r\na1 OK done\r\n' },
      { client: 'a2 STARTTLS\r\n' },
      { server: '* OK still here\r\na2 OK Begin TLS negotiation now.\r\n' },
    ],
  },
  {
    protocol: 'pop3',
    title: 'Dovecot',
    turns: [
      { server: '+OK Dovecot ready.\r\n' },
      { client: 'STLS\r\n' },
      { server: '+OK Begin TLS negotiation now.\r\n' },
    ],
  },
  {
    protocol: 'ldap',
    title: 'OpenLDAP',
    turns: [ldapRequest, { server: Buffer.from('300c02010178070a010004000400', 'hex') }],
  },
  {
    protocol: 'ldap',
    title: 'Active Directory, with lengths of four bytes and the name of the operation',
    turns: [
      ldapRequest,
      {
        server: Buffer.concat([
          Buffer.from('30840000002802010178840000001f0a010004000400', 'hex'),
          Buffer.from('8a16', 'hex'),
          Buffer.from('1.3.6.1.4.1.1466.20037', 'latin1'),
        ]),
      },
    ],
  },
  {
    protocol: 'xmpp',
    title: 'a client of Prosody',
    turns: [
      stream('client'),
      offered,
      starttls,
      { server: "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>" },
    ],
  },
  {
    protocol: 'xmpp',
    title: 'another server, with a separate end tag',
    topic: { name: 'shop.example', port: 5269 },
    turns: [
      stream('server'),
      offered,
      starttls,
      { server: "<tls:proceed xmlns:tls='urn:ietf:params:xml:ns:xmpp-tls'></tls:proceed>" },
    ],
  },
  { protocol: 'postgres', title: 'PostgreSQL', turns: [postgresRequest, { server: 'S' }] },
  { protocol: 'mysql', title: 'MySQL 8', turns: [{ server: mysqlGreeting(0xffff) }, mysqlRequest] },
];

/** Dialogues with servers that do not begin TLS, with their messages. */
export const refusals: readonly Transcript[] = [
  {
    protocol: 'smtp',
    title: 'does not offer it',
    turns: [{ server: '220 mail\r\n' }, ehlo, { server: '250-mail\r\n250 NOSTARTTLS\r\n' }],
    refused: '250 mail NOSTARTTLS',
  },
  {
    protocol: 'smtp',
    title: 'takes no mail',
    turns: [{ server: '554 Go away\r\n' }],
    refused: '554 Go away',
  },
  {
    protocol: 'smtp',
    title: 'offers it and refuses',
    turns: [
      { server: '220 mail\r\n' },
      ehlo,
      { server: '250-mail\r\n250 STARTTLS\r\n' },
      { client: 'STARTTLS\r\n' },
      { server: '454 4.7.0 TLS not available\r\n' },
    ],
    refused: '454 4.7.0 TLS not available',
  },
  { protocol: 'smtp', title: 'is SSH', turns: [{ server: 'SSH-2.0-x\r\n' }], refused: ' SSH-2.0-x' },
  {
    protocol: 'imap',
    title: 'does not offer it',
    turns: [
      { server: '* OK ready\r\n' },
      { client: 'a1 CAPABILITY\r\n' },
      { server: '* CAPABILITY IMAP4rev1 XSTARTTLS\r\na1 OK done\r\n' },
    ],
    refused: '* CAPABILITY IMAP4rev1 XSTARTTLS a1 OK done',
  },
  { protocol: 'imap', title: 'is closed', turns: [{ server: '* BYE full\r\n' }], refused: '* BYE full' },
  { protocol: 'imap', title: 'knows us', turns: [{ server: '* PREAUTH you\r\n' }], refused: '* PREAUTH you' },
  {
    protocol: 'pop3',
    title: 'does not know it',
    turns: [{ server: '+OK ready\r\n' }, { client: 'STLS\r\n' }, { server: '-ERR Unknown command.\r\n' }],
    refused: '-ERR Unknown command.',
  },
  { protocol: 'pop3', title: 'is busy', turns: [{ server: '-ERR busy\r\n' }], refused: '-ERR busy' },
  {
    protocol: 'ldap',
    title: 'is not set up for it',
    turns: [
      ldapRequest,
      {
        server: Buffer.concat([
          Buffer.from('301b02010178160a01340400040f', 'hex'),
          Buffer.from('TLS unavailable', 'latin1'),
        ]),
      },
    ],
    refused: '52 TLS unavailable',
  },
  {
    protocol: 'ldap',
    title: 'is HTTP',
    turns: [ldapRequest, { server: 'HTTP/1.1 400 Bad Request\r\n' }],
    refused: 'HTTP/1.1 400 Bad Request\r\n',
  },
  {
    protocol: 'xmpp',
    title: 'does not offer it',
    turns: [stream('client'), streamOpen('<stream:features/>')],
    refused: "<?xml version='1.0'?><stream:stream from='shop.example' id='1'><stream:features/>",
  },
  {
    protocol: 'xmpp',
    title: 'offers it and refuses',
    turns: [stream('client'), offered, starttls, { server: "<failure xmlns='x'/></stream:stream>" }],
    refused: "<failure xmlns='x'/></stream:stream>",
  },
  {
    protocol: 'xmpp',
    title: 'is SSH',
    turns: [stream('client'), { server: 'SSH-2.0-x\r\n' }],
    refused: 'SSH-2.0-x\r\n',
  },
  { protocol: 'postgres', title: 'has no TLS', turns: [postgresRequest, { server: 'N' }], refused: 'N' },
  {
    protocol: 'postgres',
    title: 'has no room',
    turns: [
      postgresRequest,
      {
        server: Buffer.concat([
          Buffer.from('E\0\0\0\x2c', 'latin1'),
          Buffer.from('SFATAL\0C53300\0Msorry, too many clients\0\0', 'latin1'),
        ]),
      },
    ],
    refused: 'sorry, too many clients',
  },
  {
    protocol: 'mysql',
    title: 'has no TLS',
    turns: [{ server: mysqlGreeting(0xf7ff) }],
    refused: '8.0.36',
  },
  {
    protocol: 'mysql',
    title: 'blocks us',
    turns: [{ server: Buffer.from('\x0e\0\0\0\xff\x6a\x04Host blocked', 'latin1') }],
    refused: 'Host blocked',
  },
  { protocol: 'mysql', title: 'is SSH', turns: [{ server: 'SSH-2.0-x\r\n' }], refused: 'SSH-2.0-x\r\n' },
];
