import { serviceKey } from '#shared/domain/order.ts';
import { type Action, hasCopies, orderOf, pick } from './action.ts';
import { pairIn } from './folderPair.ts';
import type { Life } from './life.ts';

const SERVERS_MAX = 4;

const hasServers = ({ servers }: Life) => servers.servers.length > 0;
const hasEndpoints = ({ app }: Life) => app.seen().endpoints.length > 0;

/** What the user and the administrator do with servers that use exported files. */
export const serverActions = {
  startServer: {
    can: (life) => hasCopies(life) && life.servers.servers.length < SERVERS_MAX,
    weight: 2,
    run: async (life, n) => {
      const { app, servers } = life;
      const { folder, orderId } = pick(app.seen().copies, n);
      const order = app.seen().orders.get(orderId);
      const server = await servers.start(folder);
      if (server === null || order === undefined) return;
      const text = `127.0.0.1:${server.port}`;
      const serverName = order.domains[0] ?? '';
      if (n % 2 === 0) {
        const { code, err } = await life.command([
          ...['endpoints', 'add', serviceKey(order), text],
          ...(serverName === '' ? [] : ['--server-name', serverName]),
        ]);
        if (code !== 0 && code !== 1) throw new Error(`endpoints add ended with ${code}: ${err}`);
        return;
      }
      const done = await app.call('endpoints:add', {
        ...{ orderId, text, serverName, protocol: null, intervalMinutes: 720 },
      });
      if (!done.ok) throw new Error(`endpoints:add: ${done.error.kind}`);
    },
  },
  reloadServer: {
    can: hasServers,
    weight: 2,
    run: async ({ servers }, n) => {
      const server = pick(servers.servers, n);
      if (server.isUp) server.reload();
      else await server.restart();
    },
  },
  stopServer: { can: hasServers, run: async ({ servers }, n) => pick(servers.servers, n).stop() },
  serveOther: {
    can: (life) => hasServers(life) && hasCopies(life),
    run: async ({ servers, app }, n) => {
      const pair = pairIn(pick(app.seen().copies, n >> 1).folder);
      const server = pick(servers.servers, n);
      if (pair !== null && server.isUp) server.serve(pair);
    },
  },
  probe: {
    can: hasEndpoints,
    run: async (life, n) => {
      if (n % 2 === 0) await life.command(['probe']);
      else await life.app.call('endpoints:probe', null);
    },
  },
  unlinkServer: {
    can: hasEndpoints,
    run: async ({ app }, n) => {
      const before = app.seen().endpoints;
      const { id } = pick(before, n);
      await app.call('endpoints:remove', [id]);
      if (n % 2 === 0) return;
      const done = await app.call('endpoints:restore', [id]);
      if (!done.ok) throw new Error(`endpoints:restore: ${done.error.kind}`);
    },
  },
  linkOther: {
    can: hasServers,
    run: async (life, n) => {
      const { port } = pick(life.servers.servers, n);
      const { id, domains } = orderOf(life, n >> 2);
      await life.app.call('endpoints:add', {
        ...{ orderId: id, text: `localhost:${port}`, serverName: domains[0] ?? '' },
        ...{ protocol: 'tls', intervalMinutes: 60 },
      });
    },
  },
} as const satisfies Record<string, Action>;
