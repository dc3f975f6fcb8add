import type { EndpointProtocol } from '#shared/domain/endpointProtocol.ts';
import { mysqlDialogue, postgresDialogue } from './databases.ts';
import type { Dialogue, DialogueTopic } from './dialogue.ts';
import { ldapDialogue } from './ldap.ts';
import { imapDialogue, pop3Dialogue, smtpDialogue } from './mail.ts';
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
