import { z } from 'zod';
import { findTeam } from '@masomo/release/teamTokens';
import type { Fetcher } from '../backend.ts';

/** Who asks the release door, and for which apps; `null` means every app. */
export type Caller = { name: string; apps: readonly string[] | null };

const isOwn = (apps: Caller['apps'], app: string) => apps === null || apps.includes(app);

/** May this caller release this app? */
export function canRelease(caller: Caller, app: string): boolean {
  return isOwn(caller.apps, app);
}

/** A team by its token, or a super admin by the session; null for anybody else. The database decides who is a super admin. */
export async function findCaller(
  authorization: string | undefined,
  releases: string,
  rest: Fetcher,
  publishableKey: string,
): Promise<Caller | null> {
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  if (!token) return null;
  if (token.startsWith('mrt_')) return findTeam(releases, token);
  const answer = await rest(
    new Request('http://backend/rest/v1/rpc/release_author', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, apikey: publishableKey },
    }),
  );
  if (!answer.ok) return null;
  const name = z.string().safeParse(await answer.json());
  return name.success ? { name: name.data, apps: null } : null;
}
