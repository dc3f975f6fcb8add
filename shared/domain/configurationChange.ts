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

/** One change that an import makes, for people. */
export interface ConfigurationChangeView {
  readonly action: (typeof configurationActions)[number];
  readonly kind: (typeof configurationKinds)[number];
  /** Of an order its rid, of an endpoint its host and port, of a destination its folder. */
  readonly name: string;
  /** The connection of an order, the rid of an endpoint or destination; `null` for the others. */
  readonly of: string | null;
  /** The keys in the file that differ; empty unless it is changed. */
  readonly fields: readonly string[];
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
