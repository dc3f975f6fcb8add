import type { InputField } from '../errors.ts';
import type { AlertEventName, EventTry } from './alertEvents.ts';
import type { TokenState } from './connection.ts';
import type { ProgramRun } from './programRun.ts';
import type { WaitingEventsView } from './waitingEvents.ts';

/** What a setting of a channel can be: a line of text, a program with its arguments, or the events that the channel gets. */
interface SettingValues {
  readonly line: string;
  readonly command: readonly string[];
  readonly events: readonly AlertEventName[];
}

/** A setting of a channel. `input`: the name by which errors call what the user typed. */
export type ChannelSetting =
  | { readonly name: string; readonly kind: 'line' | 'command'; readonly input: InputField }
  | { readonly name: string; readonly kind: 'events' };

/** What is shown of the events that a channel handed over. */
export interface ChannelResults {
  /** The last run of a program since the start; `null`: none. */
  readonly run: { readonly lastRun: ProgramRun | null };
  /** The last try, and the last event that was not sent; `null`: none. */
  readonly tries: { readonly lastTry: EventTry | null; readonly lastFailure: EventTry | null };
}

/** What takes alerts as events, beside notifications: what window and main both know of it. Its texts are those of its id. */
interface AlertChannelValue {
  /** The database and the calls have it: it never changes. */
  readonly id: string;
  /** In the order in which they are shown. The call that sets a single one has its value alone. */
  readonly settings: readonly [ChannelSetting, ...ChannelSetting[]];
  readonly result: keyof ChannelResults;
  /** Whether events are signed by Standard Webhooks. The secret is lost with the channel, so the user is asked before. */
  readonly isSigned: boolean;
}

const list = [
  {
    id: 'command',
    settings: [{ name: 'command', kind: 'command', input: 'command' }],
    result: 'run',
    isSigned: false,
  },
  {
    id: 'webhook',
    settings: [
      { name: 'url', kind: 'line', input: 'webhookUrl' },
      { name: 'events', kind: 'events' },
    ],
    result: 'tries',
    isSigned: true,
  },
] as const satisfies readonly AlertChannelValue[];

type Value = (typeof list)[number];

export type AlertChannelId = Value['id'];

/** The channels whose events are signed. */
export type SignedChannelId = Extract<Value, { readonly isSigned: true }>['id'];

/** All channels, in the order in which they are shown. */
export const alertChannels: readonly (AlertChannelValue & { readonly id: AlertChannelId })[] = list;

/** Whether the events of a channel are signed: it has a secret, and is removed after a question. */
export function isSignedChannel(id: AlertChannelId): id is SignedChannelId {
  return list.some((channel) => channel.id === id && channel.isSigned);
}

type ValueOf<Id extends AlertChannelId> = Extract<Value, { readonly id: Id }>;

type SettingOf<Id extends AlertChannelId> = ValueOf<Id>['settings'][number];

type Settings<Id extends AlertChannelId> = {
  readonly [Name in SettingOf<Id>['name']]: SettingValues[Extract<
    SettingOf<Id>,
    { readonly name: Name }
  >['kind']];
};

/** The settings of a kind as the texts call them, such as `webhook.url`. */
export type SettingKey<Kind extends ChannelSetting['kind']> = {
  readonly [Id in AlertChannelId]: `${Id}.${Extract<SettingOf<Id>, { readonly kind: Kind }>['name']}`;
}[AlertChannelId];

/** What sets a channel. `null` removes one that is not signed. */
export type ChannelDraft<Id extends AlertChannelId> = Id extends AlertChannelId
  ?
      | (ValueOf<Id>['settings'] extends readonly [infer Only extends ChannelSetting]
          ? SettingValues[Only['kind']]
          : Settings<Id>)
      | (Id extends SignedChannelId ? never : null)
  : never;

/** What the window sees of a channel whose events are signed. Never the secret. */
export type SigningView = {
  readonly secret: TokenState;
  /** The secret was generated in this session and not copied yet. */
  readonly canCopySecret: boolean;
  /** The receiver said that it is gone (410): nothing is sent until the user saves it again. */
  readonly isGone: boolean;
};

/** A channel that the user set: its settings, and what became of its events. */
export type AlertChannelView<Id extends AlertChannelId> = Id extends AlertChannelId
  ? Settings<Id> &
      ChannelResults[ValueOf<Id>['result']] & {
        readonly waiting: WaitingEventsView;
      } & (Id extends SignedChannelId ? SigningView : unknown)
  : never;

/** The channels that the user set. */
export type AlertChannelViews = { readonly [Id in AlertChannelId]?: AlertChannelView<Id> };

type ChannelCall<
  Verb extends string,
  Id extends AlertChannelId,
  What extends string,
> = `alerts:${Verb}${Capitalize<Id>}${What}`;

/** The name of a call about a channel, such as `alerts:setWebhook`. */
export function channelCall<Verb extends string, Id extends AlertChannelId, What extends string = ''>(
  verb: Verb,
  id: Id,
  what?: What,
): ChannelCall<Verb, Id, What> {
  return `alerts:${verb}${id.charAt(0).toUpperCase()}${id.slice(1)}${what ?? ''}` as ChannelCall<
    Verb,
    Id,
    What
  >;
}
