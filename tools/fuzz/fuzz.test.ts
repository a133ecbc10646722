import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Listening } from '@masomo/gateway';
import { parseTrustedProxies } from '@masomo/gateway/http/clientAddress';
import { startTestProduct, type TestProduct } from '@masomo/gateway/testGateway';
import { startLocalBackend } from '@masomo/local';
import { testInstallation, testPassword, type TestInstallation } from '@masomo/local/backend/testInstallation';
import { accounts } from '../browser/demoAccounts.ts';
import { fuzz } from './fuzz.ts';

let installation: TestInstallation;
let local: Awaited<ReturnType<typeof startLocalBackend>>;
let product: TestProduct;
let listening: Listening;

beforeAll(async () => {
  installation = await testInstallation({ hasDemo: true });
  local = await startLocalBackend({
    dataDir: installation.dataDir,
    origin: 'http://localhost:8080',
    shouldLoadDemo: true,
    demoPassword: testPassword,
    environment: {},
    log: () => {},
    onFatal: () => {},
  });
  product = await startTestProduct({ backend: local.backend, trustedProxies: parseTrustedProxies('1') });
  listening = await product.gateway.serve({ port: 0 });
});
afterAll(async () => {
  await listening.close();
  await product.end();
  await local.stop();
  installation.remove();
});

// `npm run fuzz` sends ten thousand, with other seeds.
it('answers no request with a failure of its own or with a text from inside', { timeout: 120_000 }, async () => {
  const { findings, byStatus } = await fuzz({
    origin: `http://127.0.0.1:${listening.port}`,
    publishableKey: local.publishableKey,
    emails: Object.values(accounts),
    password: testPassword,
    count: 600,
    seed: 24,
  });
  expect(findings).toEqual([]);
  expect(Object.values(byStatus).reduce((sum, number) => sum + number, 0)).toBe(600);
});
