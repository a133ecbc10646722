import { readFile } from 'node:fs/promises';
import { diffReleases, endCanary, prune, startCanary, type ReleaseStore } from '@masomo/release';
import { distrustKeys, publicKeyOf, trustKey } from '@masomo/release/signatures';
import { issueTeamToken } from '@masomo/release/teamTokens';
import { parseApp } from '../build/index.ts';

async function runCanary(store: ReleaseStore, [app = '', version = '', share = '', ...roles]: readonly string[]): Promise<void> {
  const percent = Number(share.replace('%', ''));
  if (share === '' || !Number.isFinite(percent)) throw new Error('Give the share of visitors as a percentage, such as 10%.');
  const { revision } = await startCanary(store, parseApp(app), { version, percent, roles });
  console.log(
    `${percent} % of the visitors${roles.length > 0 ? ` and everybody with the role ${roles.join(' or ')}` : ''} now get ${app} ${version} (revision ${revision}). Promote it for everybody, or end it with: npm run release -- end-canary ${app}`,
  );
}

async function runEndCanary(store: ReleaseStore, [app = '']: readonly string[]): Promise<void> {
  const { live, revision } = await endCanary(store, parseApp(app));
  console.log(`Everybody now gets ${app} ${live[app]?.[0] ?? ''} (revision ${revision}).`);
}

async function runDiff(store: ReleaseStore, [app = '', from = '', to = '']: readonly string[]): Promise<void> {
  const [before, after] = await Promise.all([store.readRelease(parseApp(app), from), store.readRelease(parseApp(app), to)]);
  if (!before || !after) throw new Error(`${app} ${before ? to : from} is not published.`);
  const { files, bytes, needs, offers, routes } = diffReleases(before, after);
  console.log(`${app} ${from} -> ${to}: ${bytes >= 0 ? '+' : ''}${bytes} bytes, ${files.changed.length} files changed`);
  for (const [title, { added, removed }] of Object.entries({ file: files, needs, offers, route: routes })) {
    for (const name of added) console.log(`  + ${title} ${name}`);
    for (const name of removed) console.log(`  - ${title} ${name}`);
  }
}

async function runPrune(store: ReleaseStore): Promise<void> {
  const removed = await prune(store);
  console.log(removed.length > 0 ? `Removed ${removed.join(', ')}.` : 'Nothing to remove: every release is live, recent, or a fallback.');
}

async function runToken(releases: string, [name = '', ...apps]: readonly string[]): Promise<void> {
  if (!/^[a-z][a-z0-9-]{1,40}$/.test(name) || apps.length === 0) throw new Error("Give the team's name in lower case and its apps.");
  const token = await issueTeamToken(releases, { name, apps: apps.map(parseApp) });
  console.log(`${token}\nThe token of ${name} for ${apps.join(', ')}. It is not shown again; issuing a new one revokes it.`);
}

async function runTrust(store: ReleaseStore, [app = '', file = '']: readonly string[]): Promise<void> {
  const { revision, signers } = await trustKey(store, parseApp(app), publicKeyOf(await readFile(file, 'utf8')));
  const count = signers?.[app]?.length ?? 0;
  console.log(`Releases of ${app} must be signed with ${count === 1 ? 'this key' : `one of ${count} keys`} (revision ${revision}).`);
}

async function runDistrust(store: ReleaseStore, [app = '']: readonly string[]): Promise<void> {
  const { revision } = await distrustKeys(store, parseApp(app));
  console.log(`Releases of ${app} need no signature (revision ${revision}).`);
}

/** Runs a command on published releases; false when `command` is none of them. */
export async function runReleaseCommand(
  store: ReleaseStore,
  releasesFolder: string,
  command: string,
  args: readonly string[],
): Promise<boolean> {
  switch (command) {
    case 'canary':
      await runCanary(store, args);
      return true;
    case 'end-canary':
      await runEndCanary(store, args);
      return true;
    case 'diff':
      await runDiff(store, args);
      return true;
    case 'prune':
      await runPrune(store);
      return true;
    case 'trust':
      await runTrust(store, args);
      return true;
    case 'distrust':
      await runDistrust(store, args);
      return true;
    case 'token':
      await runToken(releasesFolder, args);
      return true;
    default:
      return false;
  }
}
