import { cleanText } from '#shared/text.ts';
import { shorten } from '../lib/shorten.ts';

const LONGEST_DETAIL = 200;
const PEM_OR_LATER = /-----BEGIN[\s\S]*$/u;

/**
 * Makes a text from outside fit for an error's `detail`: without the access token, should the service echo it, without
 * PEM, control and direction characters, on one line, at most 200 characters. `null` when nothing is left.
 */
export function cleanDetail(text: string, token: string): string | null {
  const cleaned = cleanText(text.replaceAll(token, '***').replace(PEM_OR_LATER, ''));
  return cleaned === '' ? null : shorten(cleaned, LONGEST_DETAIL);
}
