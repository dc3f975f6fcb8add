import { z } from '../zod.ts';
import { receiverBounds } from './receiverBounds.ts';
import { textLimits } from './textLimits.ts';

const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);
const list = (length: number) =>
  z.array(z.string().min(1).max(length)).max(receiverBounds.listLength.max).readonly();

/** How the receiver listens, and which senders it accepts. `parseReceiverConfig` validates the texts. */
export const receiverConfigSchema = z
  .object({
    address: z.string().min(1).max(textLimits.address),
    port: within(receiverBounds.port),
    /** Full paths of PEM files; `null`: plain HTTP. */
    tls: z
      .object({ certificateFile: z.string().min(1).max(4096), keyFile: z.string().min(1).max(4096) })
      .readonly()
      .nullable(),
    /** Additional host names that senders may use in `Host`, such as that of a tunnel. */
    allowedHosts: list(255),
    /** IP addresses and CIDR blocks of allowed senders; empty: all. */
    sourceAddresses: list(50),
    /** IP addresses and CIDR blocks of proxies whose `X-Forwarded-For` is trusted. */
    trustedProxies: list(50),
    /** The longest accepted difference of the clocks, in seconds. */
    maxSkewSeconds: within(receiverBounds.maxSkewSeconds),
    /** Days until a delivered private key that was not exported is deleted. */
    keepKeysDays: within(receiverBounds.keepKeysDays),
  })
  .readonly();

export type ReceiverConfig = z.infer<typeof receiverConfigSchema>;

export const defaultReceiverConfig: ReceiverConfig = {
  address: '127.0.0.1',
  port: 47443,
  tls: null,
  allowedHosts: [],
  sourceAddresses: [],
  trustedProxies: [],
  maxSkewSeconds: 300,
  keepKeysDays: 30,
};
