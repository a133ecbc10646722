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

/**
 * Runtime plugin: without a connection, a shared module that is not here yet waits for one. The federation runtime never loads a
 * module again that failed once.
 */
export const connectionPlugin: ModuleFederationRuntimePlugin = {
  name: 'masomo-connection',
  async beforeLoadShare(args) {
    const versions = Object.values(args.origin.shareScopeMap['default']?.[args.pkgName] ?? {});
    if (!navigator.onLine && !versions.some(({ lib }) => lib)) await siteAnswers();
    return args;
  },
};
