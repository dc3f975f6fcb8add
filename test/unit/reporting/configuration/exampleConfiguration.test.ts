import { describe, expect, it } from 'vitest';
import {
  CONFIGURATION_FORMAT,
  CONFIGURATION_VERSION,
} from '#main/reporting/configuration/configurationSchema.ts';
import { exampleConfiguration } from '#main/reporting/configuration/exampleConfiguration.ts';
import { parseConfiguration } from '#main/reporting/configuration/readConfiguration.ts';

const read = (text: string) => parseConfiguration(Buffer.from(text));

const smallest = {
  format: CONFIGURATION_FORMAT,
  version: CONFIGURATION_VERSION,
  connections: [{ name: 'Production', address: 'https://certs.example.com' }],
  orders: [{ connection: 'Production', rid: 'shop', endpoints: [{ host: 'shop.example.com' }] }],
};

describe('a configuration file that a person writes', () => {
  it('has the defaults of what it leaves out', async () => {
    expect(await read(JSON.stringify(smallest))).toEqual({
      ok: true,
      value: {
        settings: {},
        presets: [],
        connections: [{ name: 'Production', address: 'https://certs.example.com', ca: null }],
        orders: [
          {
            ...{ connection: 'Production', rid: 'shop', alias: null, tags: [], note: '' },
            endpoints: [
              {
                ...{ host: 'shop.example.com', port: 443, protocol: 'tls' },
                ...{ serverName: null, intervalMinutes: 720 },
              },
            ],
          },
        ],
      },
    });
  });

  it.each([
    ['connections', 'connections'],
    ['orders', 'orders'],
  ])('is refused without %s, so that nothing is removed by a list that is missing', async (key, place) => {
    const { [key as 'orders']: _, ...others } = smallest;
    expect(await read(JSON.stringify(others))).toMatchObject({
      ok: false,
      error: { kind: 'configuration', place },
    });
  });

  it('can begin as the example, which leaves out what has a default', async () => {
    const example = await read(exampleConfiguration);
    expect(example).toMatchObject({
      ok: true,
      value: {
        orders: [{ rid: 'shop' }, { rid: 'intranet' }],
      },
    });
  });
});
