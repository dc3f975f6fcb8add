import type { EndpointProtocol } from '#shared/domain/endpointProtocol.ts';
import type { Dialogue, DialogueTopic } from './dialogue.ts';
import { imapDialogue } from './imap.ts';
import { ldapDialogue } from './ldap.ts';
import { mysqlDialogue } from './mysql.ts';
import { pop3Dialogue } from './pop3.ts';
import { postgresDialogue } from './postgres.ts';
import { smtpDialogue } from './smtp.ts';
import { xmppDialogue } from './xmpp.ts';

/** The STARTTLS dialogue of each protocol; `null`: implicit TLS. */
export const dialogues: Readonly<Record<EndpointProtocol, ((topic: DialogueTopic) => Dialogue) | null>> = {
  tls: null,
  smtp: smtpDialogue,
  imap: imapDialogue,
  pop3: pop3Dialogue,
  ldap: ldapDialogue,
  xmpp: xmppDialogue,
  postgres: postgresDialogue,
  mysql: mysqlDialogue,
};
