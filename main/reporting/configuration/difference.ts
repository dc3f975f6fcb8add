import type {
  Configuration,
  ConfigurationConnection,
  ConfigurationDestination,
  ConfigurationEndpoint,
  ConfigurationOrder,
  ConfigurationPreset,
} from './configurationSchema.ts';

/** An order without its endpoints and destinations, which are compared on their own. */
type OrderItem = Omit<ConfigurationOrder, 'endpoints' | 'destinations'>;
type OrderName = Pick<ConfigurationOrder, 'connection' | 'rid'>;
type EndpointItem = ConfigurationEndpoint & OrderName;
export type DestinationItem = ConfigurationDestination & OrderName;
export interface SettingItem {
  readonly name: keyof Configuration['settings'];
  readonly value: unknown;
}

export interface Items {
  readonly setting: SettingItem;
  readonly connection: ConfigurationConnection;
  readonly order: OrderItem;
  readonly endpoint: EndpointItem;
  readonly destination: DestinationItem;
  readonly preset: ConfigurationPreset;
}

export type ItemKind = keyof Items;

/** A difference between two configurations. `key`: what identifies the item. `fields`: what differs, sorted. */
export type Difference = {
  readonly [Kind in ItemKind]: {
    readonly kind: Kind;
    readonly key: string;
  } & (
    | { readonly action: 'added'; readonly item: Items[Kind] }
    | {
        readonly action: 'changed';
        readonly item: Items[Kind];
        readonly before: Items[Kind];
        readonly fields: readonly string[];
      }
    | { readonly action: 'removed'; readonly item: Items[Kind] }
  );
}[ItemKind];
