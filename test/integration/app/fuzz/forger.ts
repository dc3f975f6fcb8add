import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { type DeliveryFields, deliveryFields, encodeFields, signTimestamp } from '#test/service/delivery.ts';
import { KeyPool, privateKeyPem } from '#test/service/keyPool.ts';
import type { ServiceOrder } from '#test/service/referenceService.ts';
import { selfSigned } from '#test/support/testCertificates.ts';
import { Dice } from './dice.ts';
import type { RawRequest } from './rawSender.ts';

/** Payload that a forger may have seen or created, without the name of its task. */
export type Loot = Omit<DeliveryFields, 'task'>;

const DAY_MS = 86_400_000;
/** Certificates of each kind for one order. */
const EACH = 20;

/** Leaves for the names of an order from the forger's authority, and self-signed ones. */
export async function impostorsOf(order: ServiceOrder): Promise<Loot[]> {
  const now = Date.now();
  const authority = await CertificateAuthority.create(now);
  const keys = new KeyPool();
  const { ssl, notAfter } = deliveryFields(order, '');
  const loot: Loot[] = [];
  for (let count = 1; count <= EACH; count += 1) {
    const pair = await keys.fresh('p256');
    const { leafPem, chainPem } = await authority.issueLeaf({
      names: order.domains,
      publicKey: pair.publicKey,
      issuer: 'ecdsa',
      notBefore: new Date(now - count * DAY_MS),
      notAfter: new Date(now + (count * 20 - 5) * DAY_MS),
    });
    const key = privateKeyPem(pair, 'pkcs8');
    const pems = { certificate: leafPem + chainPem, certificateServer: leafPem, certificateChain: chainPem };
    loot.push({ ssl, notAfter, key, ...pems });
    // The same leaf under the name and the chain of the right authority.
    const { certificateChain } = order.material;
    loot.push({
      ssl,
      notAfter,
      key,
      certificate: leafPem + certificateChain,
      certificateServer: leafPem,
      certificateChain,
    });
    const { pem, keyPem } = await selfSigned(order.domains[0], count % 2 === 0, order.domains);
    loot.push({ ssl, notAfter, key: keyPem, certificate: pem, certificateServer: pem, certificateChain: '' });
  }
  return loot;
}

/** Creates forged deliveries under captured header pairs, each with another body. */
export class Forger {
  readonly #bodies: readonly { readonly json: string; readonly form: string }[];
  readonly #path: string;
  readonly #dice: Dice;
  #pairs: readonly (readonly [timestamp: string, token: string])[] = [];
  #count = 0;

  constructor(path: string, loot: readonly Loot[], seed: number) {
    this.#path = path;
    this.#dice = new Dice(seed);
    this.#bodies = loot.map((fields) => ({
      json: encodeFields({ ...fields }, 'json').slice(1),
      form: encodeFields({ ...fields }, 'form'),
    }));
  }

  /** From now on only with the header pairs of these seconds. */
  capture(seconds: readonly number[], secret: string): void {
    this.#pairs = seconds.map((second) => [String(second), signTimestamp(String(second), secret)] as const);
  }

  next(): RawRequest {
    this.#count += 1;
    const [timestamp, token] = this.#dice.oneOf(this.#pairs);
    const { json, form } = this.#dice.oneOf(this.#bodies);
    const isJson = this.#dice.chance(0.5);
    const body = isJson ? `{"task":"Forged ${this.#count}",${json}` : `task=Forged+${this.#count}&${form}`;
    return { bytes: requestBytes(this.#path, [timestamp, token], isJson, body), ends: 'never' };
  }
}

/** A whole request. @param body ASCII */
export function requestBytes(
  path: string,
  [timestamp, token]: readonly [timestamp: string, token: string],
  isJson: boolean,
  body: string,
): Buffer {
  const type = isJson ? 'json' : 'x-www-form-urlencoded';
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/${type}\r\n`;
  const signature = `z-timestamp: ${timestamp}\r\nz-token: ${token}\r\n`;
  return Buffer.from(`${head}${signature}content-length: ${body.length}\r\n\r\n${body}`, 'latin1');
}
