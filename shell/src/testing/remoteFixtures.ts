import type { RemoteLifecycles, RemoteProps } from '@masomo/contracts/lifecycles';
import type { Registry } from '@masomo/contracts/registry';
import { registryStore } from '../registry/registryStore.ts';
import { productRegistry } from './productRegistry.ts';

export const name = 'mfe-store';
let count = 0;

/** Each test has versions of its own, since failures are remembered for the life of the page. */
export function release(withPrevious = false): { live: string; previous: string; registry: Registry } {
  count += 1;
  const [live, previous] = [`${count}.0.0-live`, `${count}.0.0-prev`];
  const registry = productRegistry(count);
  const remote = registry.remotes[name];
  if (!remote) throw new Error('no remote');
  remote.version = live;
  if (withPrevious)
    remote.previous = { version: previous, base: `/releases/${name}/${previous}/`, entry: 'remoteEntry.js', initial: [], integrity: {} };
  registryStore.set(registry);
  return { live, previous, registry };
}

/** A remote that mounts, with other behaviour where it is given. */
export function remoteThat(overrides: Partial<RemoteLifecycles> = {}): RemoteLifecycles {
  return {
    bootstrap: async () => undefined,
    mount: async ({ domElement, version }: RemoteProps) => {
      domElement.textContent = `mounted ${version}`;
    },
    unmount: async ({ domElement }: RemoteProps) => {
      domElement.textContent = '';
    },
    ...overrides,
  };
}
