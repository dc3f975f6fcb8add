import { CA_CERTIFICATES_MAX } from '#main/orders/connections/caFiles.ts';
import { TAGS_MAX } from '#shared/domain/annotation.ts';
import {
  ENDPOINTS_OF_ORDER_MAX,
  PROBE_INTERVAL_MINUTES,
  probeIntervalBounds,
} from '#shared/domain/endpoint.ts';
import { endpointProtocols } from '#shared/domain/endpointProtocol.ts';
import { exportParts } from '#shared/domain/export.ts';
import { ownThresholdsSchema } from '#shared/domain/ownThresholdsSchema.ts';
import { DESTINATIONS_OF_ORDER_MAX } from '#shared/domain/plannedDestination.ts';
import { OWN_PRESETS_MAX, PRESET_FILES_MAX } from '#shared/domain/preset.ts';
import { presetDraftSchema } from '#shared/domain/presetDraft.ts';
import { MAX_RID_LENGTH } from '#shared/domain/rids.ts';
import { settingsChangeSchema } from '#shared/domain/settings.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { z } from '#shared/zod.ts';

/** What the file says it is. Increase the version when an older NotAfter would misread the file. */
export const CONFIGURATION_FORMAT = 'notafter-configuration';
export const CONFIGURATION_VERSION = 1;

/** Before the name of a custom preset, which may be that of a built-in one. No built-in preset begins with it. */
export const CUSTOM_PRESET = 'custom:';

/** More than anybody has. The app is measured with 10,000 orders. */
export const CONNECTIONS_MAX = 1000;
export const ORDERS_MAX = 20_000;
/** Of a certificate in PEM. A real one has some 2,000 characters. */
const CERTIFICATE_MAX = 100_000;

const name = z.string().max(textLimits.name);

const connection = z.strictObject({
  name: name.describe('Different from the other names, regardless of case.'),
  address: z.string().max(textLimits.url).describe('Of the Open API, such as https://certs.example.com.'),
  ca: z
    .strictObject({
      fileName: z.string().max(255),
      certificates: z
        .array(z.string().max(CERTIFICATE_MAX))
        .min(1)
        .max(CA_CERTIFICATES_MAX)
        .describe('PEM, one certificate each.'),
    })
    .nullable()
    .default(null)
    .describe('An own certificate authority of the service. The access token is never in this file.'),
});

const endpoint = z.strictObject({
  host: z.string().max(2000),
  port: z.int().min(1).max(65_535).default(443),
  protocol: z.enum(endpointProtocols).default('tls'),
  serverName: z.string().max(2000).nullable().default(null).describe('The name for SNI; null: the host.'),
  intervalMinutes: z
    .int()
    .min(probeIntervalBounds.min)
    .max(probeIntervalBounds.max)
    .default(PROBE_INTERVAL_MINUTES),
});

const destination = z.strictObject({
  preset: z
    .string()
    .max(CUSTOM_PRESET.length + textLimits.name)
    .describe(`A built-in preset such as nginx, or a custom preset of this file as ${CUSTOM_PRESET}name.`),
  parts: z
    .array(z.enum(exportParts))
    .min(1)
    .max(exportParts.length)
    .nullable()
    .default(null)
    .describe('Which files of the preset pem; null: all of the preset.'),
  folder: z
    .string()
    .max(textLimits.folder)
    .describe(
      'An absolute path, or one below the home folder such as ~/tls. An import writes nothing there.',
    ),
  automaticUpdates: z.boolean().default(false).describe('Whether the files are updated after each renewal.'),
});

const order = z.strictObject({
  connection: name.describe('The name of a connection of this file.'),
  rid: z.string().min(1).max(MAX_RID_LENGTH),
  alias: z.string().max(textLimits.alias).nullable().default(null),
  tags: z.array(z.string().max(textLimits.tag)).max(TAGS_MAX).default([]),
  note: z.string().max(textLimits.note).default(''),
  thresholds: ownThresholdsSchema
    .optional()
    .describe(
      'When to warn of it, such as 30d, 25% of the lifetime, or 30d,25%. Without it, as its tags or the settings say.',
    ),
  endpoints: z.array(endpoint).max(ENDPOINTS_OF_ORDER_MAX).default([]),
  destinations: z
    .array(destination)
    .max(DESTINATIONS_OF_ORDER_MAX)
    .optional()
    .describe('Where the files are exported to. If the key is missing, the destinations stay as they are.'),
});

const preset = z.strictObject({
  ...presetDraftSchema.shape,
  switching: z
    .enum(['rename', 'link'])
    .optional()
    .describe('Not used any more: files are replaced by renaming, and are no links.'),
  files: z
    .array(z.strictObject(presetDraftSchema.shape.files.unwrap().element.unwrap().shape))
    .min(1)
    .max(PRESET_FILES_MAX),
});

/** The settings that are about orders, alerts and certificate authorities, and not about this computer. */
const settings = settingsChangeSchema.unwrap().pick({
  pollIntervalMinutes: true,
  warningDays: true,
  warningLifetimeDivisor: true,
  criticalDays: true,
  criticalLifetimeDivisor: true,
  tagThresholds: true,
  alerts: true,
  alertDays: true,
  alertOnRenewal: true,
  alertOnTrouble: true,
  alertOnDrift: true,
  alertOnOverdue: true,
  checkRevocation: true,
  checkRenewalInfo: true,
  acmeDirectory: true,
});

/** The names of the settings in the file. */
export const settingNames = Object.keys(settings.shape) as readonly (keyof typeof settings.shape)[];

/** The configuration as a file: what NotAfter watches and how, without secrets and without what it has seen. */
export const configurationSchema = z.strictObject({
  $schema: z.string().max(2000).optional().describe('For editors. NotAfter does not read it.'),
  format: z.literal(CONFIGURATION_FORMAT),
  version: z.literal(CONFIGURATION_VERSION),
  settings: settings.default({}).describe('A setting that is not named stays as it is.'),
  connections: z.array(connection).max(CONNECTIONS_MAX),
  orders: z.array(order).max(ORDERS_MAX).describe('Each rid of a connection once.'),
  presets: z.array(preset).max(OWN_PRESETS_MAX).default([]).describe('Custom presets.'),
});

/** The content of a configuration file, without what only identifies the file. */
export type Configuration = Readonly<
  Omit<z.infer<typeof configurationSchema>, '$schema' | 'format' | 'version'>
>;
export type ConfigurationOrder = Readonly<Configuration['orders'][number]>;
export type ConfigurationEndpoint = Readonly<ConfigurationOrder['endpoints'][number]>;
export type ConfigurationDestination = Readonly<NonNullable<ConfigurationOrder['destinations']>[number]>;
export type ConfigurationConnection = Readonly<Configuration['connections'][number]>;
export type ConfigurationPreset = Readonly<Configuration['presets'][number]>;
