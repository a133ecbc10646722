import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import { inLanguage, languages } from '@masomo/contracts/languages';
import type { Registry, RegistryRemote } from '@masomo/contracts/registry';
import type { Prepare } from '../registry/followRegistry.ts';
import type { ComposedPage } from './composedPage.ts';

type Options = { compose: (registry: Registry, url: URL) => Promise<ComposedPage>; origin: string; log: Logger };

/** A busy machine may be late with the first page of a build that it has just loaded. */
const maxTries = 3;

/** Whether a remote has decided what this address shows, with the shell's part around it. */
const isRendered = ({ data, redirect, status, isPartial }: ComposedPage) =>
  redirect !== undefined || (!isPartial && (data !== null || status === 404));

/**
 * Renders a page of each prerendered remote that is not live before, in each language, so that a release gets its first visitor with its builds loaded and warm.
 * A remote that renders none is reported, and left to the browsers.
 */
export function createPreparation({ compose, origin, log }: Options): Prepare {
  const prepared = new Set<string>();
  // Whose request is the first to notice a release has nothing to do with what it renders, as in traces.
  const runDetached = AsyncLocalStorage.snapshot();

  async function prepareRemote(registry: Registry, { manifest, version }: RegistryRemote): Promise<void> {
    const key = `${registry.shell.version} ${manifest.name} ${version}`;
    if (!manifest.prerender || prepared.has(key)) return;
    for (const language of languages) {
      const url = new URL(origin);
      url.pathname = inLanguage(manifest.owns[0] ?? '/', language);
      let isDone = false;
      for (let tries = 0; tries < maxTries && !isDone; tries += 1) isDone = isRendered(await compose(registry, url));
      if (!isDone) log.error({ remote: manifest.name, version, language }, 'a release renders no page');
    }
    prepared.add(key);
  }

  const prepareAll = async (registry: Registry, before: Registry | null) => {
    const isLive = ({ manifest, version }: RegistryRemote) =>
      before?.shell.version === registry.shell.version && before.remotes[manifest.name]?.version === version;
    await Promise.all(
      Object.values(registry.remotes)
        .filter((remote) => !isLive(remote))
        .map((remote) =>
          prepareRemote(registry, remote).catch((error: unknown) => log.error({ err: error }, 'a release could not be prepared')),
        ),
    );
  };
  return (registry, before) => runDetached(prepareAll, registry, before);
}
