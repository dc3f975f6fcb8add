/** How the body of a delivery is written (interface, section 4.2). */
export type PayloadEncoding = 'json' | 'form';

const CONTENT_TYPE =
  /^(?:application\/json|application\/x-www-form-urlencoded)[\t ]*(?:;[\t ]*charset=(?:utf-8|"utf-8")[\t ]*)?$/iu;

/** What a `content-type` says; `null` for any other type, any other charset and any other parameter. */
export function payloadEncoding(contentType: string): PayloadEncoding | null {
  // The plain ones first: they are what nearly every sender writes.
  if (contentType === 'application/json') return 'json';
  if (contentType === 'application/x-www-form-urlencoded') return 'form';
  if (!CONTENT_TYPE.test(contentType)) return null;
  return contentType.charAt('application/'.length).toLowerCase() === 'j' ? 'json' : 'form';
}
