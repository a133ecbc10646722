import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const teamsSchema = z.record(z.string(), z.object({ apps: z.array(z.string()).min(1), tokenHash: z.string() }));

/** A team that may release, and the apps it owns. */
type Team = { name: string; apps: readonly string[] };

const hashOf = (token: string) => createHash('sha256').update(token).digest();

async function readTeams(file: string): Promise<z.infer<typeof teamsSchema>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return teamsSchema.parse(JSON.parse(text));
}

/** Issues a new token to a team for its apps and revokes the old one. Only a hash of the token is stored. */
export async function issueTeamToken(releases: string, { name, apps }: Team): Promise<string> {
  const file = path.join(releases, 'teams.json');
  const token = `mrt_${randomBytes(32).toString('base64url')}`;
  const teams = { ...(await readTeams(file)), [name]: { apps: [...apps], tokenHash: hashOf(token).toString('hex') } };
  await mkdir(releases, { recursive: true });
  await writeFile(`${file}.${process.pid}`, `${JSON.stringify(teamsSchema.parse(teams), null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.${process.pid}`, file);
  return token;
}

/** The team a token belongs to; null if there is none. */
export async function findTeam(releases: string, token: string): Promise<Team | null> {
  const given = hashOf(token);
  for (const [name, { apps, tokenHash }] of Object.entries(await readTeams(path.join(releases, 'teams.json')))) {
    const known = Buffer.from(tokenHash, 'hex');
    if (known.length === given.length && timingSafeEqual(known, given)) return { name, apps };
  }
  return null;
}
