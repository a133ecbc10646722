import { z } from 'zod';
import { buildChanged, type App } from '../build/index.ts';
import { readManifest } from '../build/readManifest.ts';
import { serveBuilds } from './serveBuilds.ts';
import { watchApps } from './watchApps.ts';

type Options = { apps: readonly App[]; site: string; token: string | undefined; port: number; log: (line: string) => void };

/** Parses a site address into an origin; the scheme is optional, as in `school.example` and `localhost:8080`. */
export function originOf(site: string): string {
  const address = /^https?:\/\//.test(site) ? site : `${/^(localhost|127\.0\.0\.1)(:|\/|$)/.test(site) ? 'http' : 'https'}://${site}`;
  if (!URL.canParse(address))
    throw new Error(`"${site}" is not a valid site address. Example: npm run dev -- mfe-cms --on https://school.example`);
  return new URL(address).origin;
}

/** Rejects a site that does not respond, is another product, or does not serve these apps, before building anything. */
export async function assertServesApps(site: string, apps: readonly App[]): Promise<void> {
  // An add-on is in the registry of those only who ask for what it requires.
  const features = (await Promise.all(apps.filter((app) => app !== 'shell').map(readManifest))).flatMap(({ requires = [] }) => requires);
  const query = features.length > 0 ? `?features=${features.join(',')}` : '';
  const response = await fetch(`${site}/registry.json${query}`, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  if (!response) throw new Error(`${site} does not respond. Is the address right, and is it running?`);
  const { data } = z.object({ remotes: z.record(z.string(), z.unknown()) }).safeParse(await response.json().catch(() => null));
  if (!data) throw new Error(`${site} is not a Masomo site: it has no valid /registry.json.`);
  const unknown = apps.filter((app) => !(app in data.remotes));
  if (unknown.length > 0)
    throw new Error(`${site} does not serve ${unknown.join(', ')}. It serves ${Object.keys(data.remotes).sort().join(', ')}.`);
}

/** Returns the link that a developer opens once, in the browser that should use the local build, or instructions without a token. */
async function createInvitation({ site, token }: Pick<Options, 'site' | 'token'>, app: App, address: string): Promise<string> {
  if (!token)
    return `${site}/dashboard/super-admin/releases: sign in as a super admin and add the local build ${address} for ${app} (or set RELEASE_TOKEN to a team's token)`;
  const response = await fetch(`${site}/_releases/local-builds/invitations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ app, address }),
  });
  const body = (await response.json().catch(() => ({}))) as { path?: string; message?: string };
  if (!response.ok || !body.path)
    throw new Error(`${site} refused a local build of ${app}: ${body.message ?? `status ${response.status}`}`);
  return site + body.path;
}

/** Rebuilds remotes on change and serves them to a browser that runs another environment's product. Returns a function that stops it. */
export async function developAgainst({ apps, site, token, port, log }: Options): Promise<() => Promise<void>> {
  await assertServesApps(site, apps);
  const served = await serveBuilds(port).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`Port ${port} is in use, perhaps by another npm run dev. Choose one with --port ${port + 1}.`)
      : error;
  });
  for (const built of await buildChanged({ apps, mode: 'fast' })) served.show(built);
  for (const app of apps) log(`${app}  open ${await createInvitation({ site, token }, app, `${served.origin}/${app}/`)}`);
  const stop = watchApps({
    apps,
    async onBuilt(built) {
      for (const build of built) served.show(build);
      log(`built: ${built.map(({ app, milliseconds }) => `${app} ${(milliseconds / 1000).toFixed(1)} s`).join(', ')}`);
    },
    // A build error is printed; the next change triggers another build.
    onError: (error) => log(error instanceof Error ? error.message : String(error)),
  });
  log(`watching ${apps.join(', ')} and shared; pages with the local build reload after each build`);
  return async () => {
    stop();
    await served.close();
  };
}
