import { isLoopbackHost } from './loopback.ts';

const MAX_LENGTH = 500;

/** Whether a text is an address of an ACME server: `https`, or `http` for this computer alone, without credentials. */
export function isAcmeAddress(text: string): boolean {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}
