import { watch } from 'node:fs';
import path from 'node:path';
import { apps, buildChanged, folderOf, readAppSources, type App, type Built } from '../build/index.ts';
import { root } from '../root.ts';

const debounceMs = 120;

type Options = { apps: readonly App[]; onBuilt: (built: readonly Built[]) => Promise<void>; onError: (error: unknown) => void };

/** The version of an app's current sources; undefined while they cannot be resolved, as in the middle of an edit. */
function versionOf(app: App): string | undefined {
  try {
    return readAppSources(app, 'fast').version;
  } catch {
    return undefined;
  }
}

/** Rebuilds the watched apps whose sources changed, debounced. Returns a function that stops it. */
export function watchApps({ apps: watched, onBuilt, onError }: Options): () => void {
  const versions = new Map(watched.map((app) => [app, versionOf(app)]));
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  async function rebuild(): Promise<void> {
    const changed = watched.filter((app) => versionOf(app) !== versions.get(app));
    if (changed.length === 0) return;
    const built = await buildChanged({ apps: changed, mode: 'fast' });
    for (const { app, version } of built) versions.set(app, version);
    await onBuilt(built);
  }

  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(rebuild).catch(onError);
    }, debounceMs);
  };
  const folders = [...new Set([...watched.filter((app) => apps.includes(app)).map(folderOf), 'shared'])];
  const watchers = folders.map((folder) => watch(path.join(root, folder), { recursive: true }, onChange));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
