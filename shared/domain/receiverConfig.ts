import { z } from 'zod';
import { receiverBounds } from './receiverBounds.ts';

const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);
const list = (length: number) =>
  z.array(z.string().min(1).max(length)).max(receiverBounds.listLength.max).readonly();

/** How the receiver listens and whom it hears. The meaning of each text is checked by main: `parseReceiverConfig`. */
export const receiverConfigSchema = z
  .object({
    /** An IP address of this computer. */
    address: z.string().min(1).max(100),
    port: within(receiverBounds.port),
    /** PEM files: full paths. `null`: plain HTTP. */
    tls: z
      .object({ certificateFile: z.string().min(1).max(4096), keyFile: z.string().min(1).max(4096) })
      .readonly()
      .nullable(),
    /** Names besides the address itself and `localhost` that senders may use in `Host`, such as a tunnel's. */
    allowedHosts: list(255),
    /** IP addresses and CIDR blocks that may deliver; empty: any. */
    sourceAddresses: list(50),
    /** Proxies whose `X-Forwarded-For` says who the sender is: IP addresses and CIDR blocks. */
    trustedProxies: list(50),
    /** How far the sender's clock may be off, in seconds. */
    maxSkewSeconds: within(receiverBounds.maxSkewSeconds),
    /** Days that a delivered private key is kept when nobody exports it. */
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
