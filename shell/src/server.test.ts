import { expect, it } from 'vitest';
import { registryStore } from './registry/registryStore.ts';
import { guardScreen } from './router/guard.ts';
import { productRegistry } from './testing/productRegistry.ts';
import './Shell.tsx';

it('the frame and its guard run without a browser', async () => {
  expect(typeof document).toBe('undefined');
  registryStore.set(productRegistry(1));
  await expect(guardScreen({ request: new Request('http://localhost/pricing') })).resolves.toBeNull();
});
