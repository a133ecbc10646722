import { diffReleases, endCanary, prune, startCanary, type ReleaseStore } from '@masomo/release';
import { issueTeamToken } from '@masomo/release/teamTokens';
import { parseApp } from '../build/index.ts';

async function beginCanary(store: ReleaseStore, [app = '', version = '', share = '', ...roles]: readonly string[]): Promise<void> {
  const percent = Number(share.replace('%', ''));
  if (share === '' || !Number.isFinite(percent)) throw new Error('Say which share of the visitors gets it, such as 10%.');
  const { revision } = await startCanary(store, parseApp(app), { version, percent, roles });
  console.log(
    `${percent} % of the visitors${roles.length > 0 ? ` and everybody of the role ${roles.join(', ')}` : ''} get ${app} ${version} (revision ${revision}). Promote it for all, or end it: npm run release -- end-canary ${app}`,
  );
}

async function stopCanary(store: ReleaseStore, [app = '']: readonly string[]): Promise<void> {
  const { live, revision } = await endCanary(store, parseApp(app));
  console.log(`Everybody gets ${app} ${live[app]?.[0] ?? ''} (revision ${revision}).`);
}

async function printDiff(store: ReleaseStore, [app = '', from = '', to = '']: readonly string[]): Promise<void> {
  const [before, after] = await Promise.all([store.readRelease(parseApp(app), from), store.readRelease(parseApp(app), to)]);
  if (!before || !after) throw new Error(`${app} ${before ? to : from} is not published.`);
  const { files, bytes, needs, offers, routes } = diffReleases(before, after);
  console.log(`${app} ${from} -> ${to}: ${bytes >= 0 ? '+' : ''}${bytes} bytes, ${files.changed.length} files changed`);
  for (const [title, { added, removed }] of Object.entries({ file: files, needs, offers, route: routes })) {
    for (const name of added) console.log(`  + ${title} ${name}`);
    for (const name of removed) console.log(`  - ${title} ${name}`);
  }
}

async function pruneAll(store: ReleaseStore): Promise<void> {
  const removed = await prune(store);
  console.log(
    removed.length > 0 ? `Removed ${removed.join(', ')}.` : 'Nothing to remove: every release is live, recent, or one to fall back to.',
  );
}

async function printToken(releases: string, [name = '', ...apps]: readonly string[]): Promise<void> {
  if (!/^[a-z][a-z0-9-]{1,40}$/.test(name) || apps.length === 0) throw new Error("Say the team's name (lower case) and its apps.");
  const token = await issueTeamToken(releases, { name, apps: apps.map(parseApp) });
  console.log(`${token}\nThe token of ${name} for ${apps.join(', ')}. It is shown this once; a new one ends it.`);
}

/** The commands that steer what is published; false when `command` is none of them. */
export async function runReleaseCommand(store: ReleaseStore, releases: string, command: string, rest: readonly string[]): Promise<boolean> {
  switch (command) {
    case 'canary':
      await beginCanary(store, rest);
      return true;
    case 'end-canary':
      await stopCanary(store, rest);
      return true;
    case 'diff':
      await printDiff(store, rest);
      return true;
    case 'prune':
      await pruneAll(store);
      return true;
    case 'token':
      await printToken(releases, rest);
      return true;
    default:
      return false;
  }
}
