import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { getRequestListener } from '@hono/node-server';
import { startLocalBackend } from '@masomo/local';

// A process that tests can kill: the local backend's functions and tables on a port, without the gateway.
const { PORT = '', DATA_DIR = '' } = process.env;
const local = await startLocalBackend({
  dataDir: DATA_DIR,
  origin: `http://localhost:${PORT}`,
  shouldLoadDemo: false,
  demoPassword: 'unused-password',
  environment: process.env,
  log: (line) => process.send?.({ type: 'log', line }),
  onFatal: (reason) => {
    process.send?.({ type: 'log', line: `fatal: ${reason}` });
    process.exit(1);
  },
});
const { functions, rest } = local.backend;
const server = createServer(
  getRequestListener((request) => (new URL(request.url).pathname.startsWith('/functions/') ? functions : rest)(request)),
);
server.listen(Number(PORT), '127.0.0.1', () =>
  process.send?.({ type: 'ready', publishableKey: local.publishableKey, databaseUrl: local.databaseUrl }),
);

let before = performance.eventLoopUtilization();
process.on('message', (message) => {
  if (message === 'usage') {
    process.send?.({
      type: 'usage',
      eventLoop: performance.eventLoopUtilization(before).utilization,
      cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
    });
    before = performance.eventLoopUtilization();
  }
  if (message === 'stop') void local.stop().finally(() => process.exit(0));
});
process.on('disconnect', () => void local.stop().finally(() => process.exit(0)));
