/**
 * A small configuration file, for a person to change. It has what most need; whatever has a default is left out. It has no
 * `destinations`: where private keys go is agreed to on its own, and `run --config` would refuse the whole file at the first start.
 */
export const exampleConfiguration = `{
  "format": "notafter-configuration",
  "version": 1,
  "settings": { "warningDays": 30, "criticalDays": 7 },
  "connections": [{ "name": "Production", "address": "https://certs.example.com" }],
  "orders": [
    {
      "connection": "Production",
      "rid": "shop",
      "alias": "Shop",
      "tags": ["team:web"],
      "endpoints": [
        { "host": "shop.example.com" },
        { "host": "mail.example.com", "port": 587, "protocol": "smtp" }
      ]
    },
    { "connection": "Production", "rid": "intranet" }
  ]
}
`;
