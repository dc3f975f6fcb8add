/** What an import of a configuration can change. */
export const configurationKinds = [
  'setting',
  'connection',
  'order',
  'endpoint',
  'destination',
  'preset',
] as const;
export const configurationActions = ['added', 'changed', 'removed'] as const;

/**
 * What the user has to confirm of a change, beyond the import. `keyAdded`: a file gets the private key. `modeWidened`: more
 * people can read it. `encryptionLost`: it has no passphrase any more. `keyMoved`: it goes to another folder. `links`: the
 * file wants links, and plain files are written. `destination`: a folder is planned for it. `updatesOn`: it is written there
 * without a question. `alertsOff`: a setting makes alerts silent.
 */
export const configurationWarnings = [
  'keyAdded',
  'modeWidened',
  'encryptionLost',
  'keyMoved',
  'links',
  'destination',
  'updatesOn',
  'alertsOff',
] as const;

/** `name`: the file, folder, setting or preset that it is about. */
export interface ConfigurationWarning {
  readonly kind: (typeof configurationWarnings)[number];
  readonly name: string;
}

/** One change that an import makes, for people. */
export interface ConfigurationChangeView {
  readonly action: (typeof configurationActions)[number];
  readonly kind: (typeof configurationKinds)[number];
  /** Of an order its rid, of an endpoint its host and port, of a destination its folder. */
  readonly name: string;
  /** The connection of an order, the rid of an endpoint or destination; `null` for the others. */
  readonly of: string | null;
  /** What differs, if it is changed; what decides where tokens and keys go, if it is added. */
  readonly fields: readonly ChangedField[];
  readonly warnings: readonly ConfigurationWarning[];
}

/** A value of the file that an import changes, as text for people; `null`: none. Of lists only what differs. */
export interface ChangedField {
  /** Its key in the file. */
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A changed value on one line, such as `alias: shop → web`; the key alone for what is too large. */
export function fieldText({ name, before, after }: ChangedField): string {
  if (before === null) return after === null ? name : `${name}: ${after}`;
  return `${name}: ${before} → ${after ?? '–'}`;
}

/** What an import of a file would change now. */
export interface ConfigurationPreview {
  /** Names the file in main until another one is opened. */
  readonly id: string;
  readonly fileName: string;
  /** Those that remove something are made only if the user wants that. */
  readonly changes: readonly ConfigurationChangeView[];
}

export type ConfigurationOutcome =
  /**
   * `withoutToken`: the connections of the file that have no access token here. `waiting`: how many of its destinations
   * wait for their first export.
   */
  | {
      readonly kind: 'imported';
      readonly waiting: number;
      readonly withoutToken: readonly { readonly id: string; readonly name: string }[];
    }
  /** Something changed since the preview, so nothing was imported. */
  | { readonly kind: 'outdated'; readonly preview: ConfigurationPreview };
