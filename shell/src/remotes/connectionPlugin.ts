import { loadWhenOnline } from '@masomo/domain/loadWhenOnline';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/** An address that the service worker leaves to the network. */
const probedAddress = '/manifest.webmanifest';
const firstDelayMs = 250;
const maxDelayMs = 4_000;

/** Resolves once the site answers: a browser reports the connection a moment before requests succeed. */
async function siteAnswers(): Promise<void> {
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
    if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    const isReached = await fetch(probedAddress, { method: 'HEAD', cache: 'no-store' }).then(
      () => true,
      () => false,
    );
    if (isReached) return;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

/** Shared modules whose files are retried when the connection broke while they loaded. */
const patient = new WeakSet<object>();

/**
 * Runtime plugin: without a connection, a shared module that is not here yet waits for one, also where the connection breaks while it loads.
 * The federation runtime never loads a module again that failed once.
 */
export const connectionPlugin: ModuleFederationRuntimePlugin = {
  name: 'masomo-connection',
  async beforeLoadShare(args) {
    const versions = Object.values(args.origin.shareScopeMap['default']?.[args.pkgName] ?? {});
    for (const shared of versions) {
      if (shared.lib || patient.has(shared)) continue;
      patient.add(shared);
      const { get } = shared;
      shared.get = () => loadWhenOnline(async () => get());
    }
    if (!navigator.onLine && !versions.some(({ lib }) => lib)) await siteAnswers();
    return args;
  },
};
