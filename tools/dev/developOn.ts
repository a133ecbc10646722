import { z } from 'zod';
import { buildChanged, type App } from '../build/index.ts';
import { serveBuilds } from './serveBuilds.ts';
import { watchApps } from './watchApps.ts';

type Options = { apps: readonly App[]; site: string; token: string | undefined; port: number; log: (line: string) => void };

/** The origin somebody means: `school.example` and `localhost:8080` are addresses as well. */
export function originOf(site: string): string {
  const address = /^https?:\/\//.test(site) ? site : `${/^(localhost|127\.0\.0\.1)(:|\/|$)/.test(site) ? 'http' : 'https'}://${site}`;
  if (!URL.canParse(address))
    throw new Error(`"${site}" is no address of a site. Say for example: npm run dev -- mfe-cms --on https://school.example`);
  return new URL(address).origin;
}

/** Refuses a site that is not there, is something else, or has no such part, before anything is built for it. */
export async function assertServesApps(site: string, apps: readonly App[]): Promise<void> {
  const response = await fetch(`${site}/registry.json`, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  if (!response) throw new Error(`${site} does not answer. Is the address right, and is it running?`);
  const { data } = z.object({ remotes: z.record(z.string(), z.unknown()) }).safeParse(await response.json().catch(() => null));
  if (!data) throw new Error(`${site} is not this product: it has no /registry.json.`);
  const unknown = apps.filter((app) => !(app in data.remotes));
  if (unknown.length > 0)
    throw new Error(`${site} has no part ${unknown.join(', ')}. It has ${Object.keys(data.remotes).sort().join(', ')}.`);
}

/** What a developer opens once, in the browser that is to use the local build. */
async function createInvitation({ site, token }: Pick<Options, 'site' | 'token'>, app: App, address: string): Promise<string> {
  if (!token)
    return `${site}/dashboard/super-admin/releases: sign in as a super admin and use the local build ${address} of ${app} (or set RELEASE_TOKEN to a team's token)`;
  const answer = await fetch(`${site}/_releases/local-builds/invitations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ app, address }),
  });
  const body = (await answer.json().catch(() => ({}))) as { path?: string; message?: string };
  if (!answer.ok || !body.path)
    throw new Error(`${site} gives no local build of ${app}: ${body.message ?? `it answered ${answer.status}`}`);
  return site + body.path;
}

/** Builds remotes on change and serves them to a browser that runs the product of another environment. Returns how to stop. */
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
    // An error of the sources is shown and waits for the next change.
    onError: (error) => log(error instanceof Error ? error.message : String(error)),
  });
  log(`watching ${apps.join(', ')} and shared; pages with the local build reload after each build`);
  return async () => {
    stop();
    await served.close();
  };
}
