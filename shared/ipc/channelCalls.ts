import {
  type AlertChannelId,
  alertChannels,
  type ChannelDraft,
  type ChannelSetting,
  channelCall,
  type SignedChannelId,
} from '../domain/alertChannels.ts';
import { alertEventNames } from '../domain/alertEvents.ts';
import { textLimits } from '../domain/textLimits.ts';
import type { Result } from '../result.ts';
import { z } from '../zod.ts';
import { type CallSpec, call, command, nothing, secret } from './call.ts';

type Call<Args> = CallSpec<z.ZodType<Args>, Result<null>>;

/** The calls about the channels for alerts, which follow from what each is. */
type ChannelCalls = {
  /**
   * Sets the channel, once the user agreed in a native dialog; `null` removes one that is not signed. A signed one gets its
   * first secret. Errors: `invalidInput` of a setting, `consent`, `tooOften`, `storage`, the keychain's.
   */
  readonly [Id in AlertChannelId as `alerts:set${Capitalize<Id>}`]: Call<ChannelDraft<Id>>;
} & {
  /** Hands over an example once; the result arrives by `app:delta`. Errors: `unknownId` without a channel, `busy`, `tooOften`. */
  readonly [Id in AlertChannelId as `alerts:test${Capitalize<Id>}`]: Call<null>;
} & {
  /** Replaces its secret; `null` generates one. Errors: `unknownId`, `invalidInput`, the keychain's. */
  readonly [Id in SignedChannelId as `alerts:replace${Capitalize<Id>}Secret`]: Call<string | null>;
} & {
  /** Copies a secret that was generated in this session, once. Errors: `unknownId`, `consent` (`notFocused`), the keychain's. */
  readonly [Id in SignedChannelId as `alerts:copy${Capitalize<Id>}Secret`]: Call<null>;
} & {
  /** Removes a signed channel with its secret and what waits. Errors: `storage`, the keychain's. */
  readonly [Id in SignedChannelId as `alerts:remove${Capitalize<Id>}`]: Call<null>;
};

export type ChannelCallName = keyof ChannelCalls;

const schemas: Readonly<Record<ChannelSetting['kind'], z.ZodType>> = {
  line: z.string().max(textLimits.url),
  command,
  events: z.array(z.enum(alertEventNames)).max(alertEventNames.length),
};

const answering = (args: z.ZodType) => call(args).returning<Result<null>>();

/** In the order in which the channels are shown. */
export const channelCalls = Object.fromEntries(
  alertChannels.flatMap(({ id, settings, isSigned }) => {
    const [first, ...others] = settings;
    const draft =
      others.length === 0
        ? schemas[first.kind]
        : z.object(Object.fromEntries(settings.map(({ name, kind }) => [name, schemas[kind]])));
    const set = [channelCall('set', id), answering(isSigned ? draft : draft.nullable())];
    const test = [channelCall('test', id), answering(nothing)];
    if (!isSigned) return [set, test];
    const ofSecret = [
      [channelCall('replace', id, 'Secret'), answering(secret.nullable())],
      [channelCall('copy', id, 'Secret'), answering(nothing)],
      [channelCall('remove', id), answering(nothing)],
    ];
    return [set, ...ofSecret, test];
  }),
) as ChannelCalls;
