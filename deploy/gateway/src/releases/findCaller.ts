import { z } from 'zod';
import { findTeam } from '@masomo/release/teamTokens';
import type { Fetcher } from '../backend.ts';

/** Who calls the release API, and the apps they may release; `null` means every app. */
export type Caller = { name: string; apps: readonly string[] | null };

export function canRelease({ apps }: Caller, app: string): boolean {
  return apps === null || apps.includes(app);
}

/** A team by its token, or a super admin by their session; null for anybody else. The database decides who is a super admin. */
export async function findCaller(
  authorization: string | undefined,
  releases: string,
  rest: Fetcher,
  publishableKey: string,
): Promise<Caller | null> {
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  if (!token) return null;
  if (token.startsWith('mrt_')) return findTeam(releases, token);
  const response = await rest(
    new Request('http://backend/rest/v1/rpc/release_author', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, apikey: publishableKey },
    }),
  );
  if (!response.ok) return null;
  const name = z.string().safeParse(await response.json());
  return name.success ? { name: name.data, apps: null } : null;
}
