import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/**
 * Runtime plugin: without a connection, a shared module that is not here yet waits for one. The federation runtime never loads a
 * module again that failed once.
 */
export const connectionPlugin: ModuleFederationRuntimePlugin = {
  name: 'masomo-connection',
  async beforeLoadShare(args) {
    const versions = Object.values(args.origin.shareScopeMap['default']?.[args.pkgName] ?? {});
    if (!navigator.onLine && !versions.some(({ lib }) => lib))
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return args;
  },
};
