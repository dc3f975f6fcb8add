import { sha256Hex } from '#main/platform/sha256.ts';

/** Longest name of an object: a DNS subdomain (RFC 1123, as Kubernetes reads it). */
const NAME_MAX = 253;
const HASH_LENGTH = 8;

/**
 * A manifest of a Secret of type `kubernetes.io/tls`, without a namespace.
 * @param label the folder or alias of the order, which names the Secret
 * @param parts PEM
 */
export function kubernetesSecret(
  label: string,
  parts: { readonly certificates: string; readonly key: string },
): string {
  const { certificates, key } = parts;
  const lines = [
    'apiVersion: v1',
    'kind: Secret',
    'metadata:',
    `  name: "${secretName(label)}"`,
    'type: kubernetes.io/tls',
    'data:',
    `  tls.crt: ${base64(certificates)}`,
    `  tls.key: ${base64(key)}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** A valid name. One that differs from the label by more than its case gets a part of the label's hash, so that no two are alike. */
export function secretName(label: string): string {
  const lower = label.toLowerCase();
  const name = lower
    .replace(/[^a-z0-9.]+/gu, '-')
    .replace(/(?<![-.])[-.]*\.[-.]*/gu, '.')
    .replace(/^[-.]+|(?<![-.])[-.]+$/gu, '');
  if (name === lower && name !== '' && name.length <= NAME_MAX) return name;
  const start = name.slice(0, NAME_MAX - HASH_LENGTH - 1).replace(/(?<![-.])[-.]+$/u, '') || 'certificate';
  return `${start}-${sha256Hex(Buffer.from(label)).slice(0, HASH_LENGTH)}`;
}

/** The PEM of a manifest's entries; `null`: it has another form. */
export function readKubernetesSecret(
  text: string,
): { readonly certificates: string; readonly key: string } | null {
  const entry = (name: string) => new RegExp(`^ {2}${name}: ([A-Za-z0-9+/=]+)$`, 'mu').exec(text)?.[1];
  const [certificates, key] = [entry('tls\\.crt'), entry('tls\\.key')];
  if (certificates === undefined || key === undefined) return null;
  return { certificates: fromBase64(certificates), key: fromBase64(key) };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('latin1');
}
