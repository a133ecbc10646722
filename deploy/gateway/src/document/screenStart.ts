import type { ScreenStart } from '@masomo/contracts/document';
import { filesOfScreen, ofScreen, type Screen } from '@masomo/contracts/findScreen';
import type { Registry, RegistryVersion } from '@masomo/contracts/registry';
import type { ReleaseManifest } from '@masomo/contracts/release';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import type { ReleaseStore } from '@masomo/release';

/** Path below `/rest/v1/` of what a page asks first about the person who has a session. */
const identityPath = 'rpc/current_identity';

/** The remote's files that the screen at this path needs. */
const filesToOpen = ({ remote }: Screen, path: string) => [...remote.initial, ...filesOfScreen(remote, path)];

/** What the document of a screen depends on, beside the releases. */
export function screenKey(screen: Screen, path: string): string {
  const { manifest, version } = screen.remote;
  return JSON.stringify([screen.route, version, filesToOpen(screen, path), manifest.firstReads?.[path]]);
}

/** What the document of a signed-in screen asks for at once. Visitors who may not open it, or have no session, ask for none of its scripts. */
export async function createScreenStart(
  store: Pick<ReleaseStore, 'readRelease'>,
  config: RuntimeConfig,
  registry: Registry,
  screen: Screen,
  path: string,
): Promise<ScreenStart> {
  const { remote, route } = screen;
  const addressesOf = async (app: string, { version, base }: RegistryVersion, filesOf: (release: ReleaseManifest) => readonly string[]) => {
    const release = await store.readRelease(app, version);
    const released = release?.files ?? {};
    // A preload without its script's hash would be a second download.
    return (release ? filesOf(release) : []).flatMap((file): [string, string][] =>
      released[file] ? [[base + file, released[file].integrity]] : [],
    );
  };
  const { screenFacades } = (await store.readRelease(remote.manifest.name, remote.version)) ?? {};
  const facades = ofScreen(screenFacades, path);
  return {
    access: route.access === 'anyone' ? 'signed-in' : route.access,
    scripts: [
      ...(await addressesOf('shell', registry.shell, ({ opening = [], facadeFiles = {} }) => [
        ...new Set([...opening, ...facades.flatMap((name) => facadeFiles[name] ?? [])]),
      ])),
      ...(await addressesOf(remote.manifest.name, remote, () => filesToOpen(screen, path))),
    ],
    backend: config.supabaseUrl,
    key: config.publishableKey,
    identity: identityPath,
    reads: remote.manifest.firstReads?.[path] ?? [],
  };
}
