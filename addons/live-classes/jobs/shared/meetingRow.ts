import { z } from 'zod';
import type { PlannedMeeting } from '@masomo/supabase/functions/meetings/meeting';
import type { ProviderAccount } from '@masomo/supabase/functions/meetings/providerCall';
import type { Job } from '@masomo/worker/defineJob';

const rowSchema = z.object({
  id: z.uuid(),
  school_id: z.uuid(),
  teacher_id: z.uuid().nullable(),
  provider: z.enum(['google-meet', 'zoom']),
  is_cancelled: z.boolean(),
  is_made: z.boolean(),
  sync_at: z.string().nullable(),
  provider_id: z.string().nullable(),
  code: z.string().nullable(),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  local_start: z.string(),
  local_end: z.string(),
  time_zone: z.string(),
  host: z.string().nullable(),
  account_id: z.uuid().nullable(),
  keys: z.record(z.string(), z.string()).nullable(),
  access_token: z.string().nullable(),
  token_ends_at: z.string().nullable(),
});
export type MeetingRow = z.infer<typeof rowSchema>;

/** A meeting with what is needed to ask its provider; undefined once it is gone. */
export async function readMeeting(sql: Job['sql'], id: string): Promise<MeetingRow | undefined> {
  const [row] = await sql<{ row: unknown }>('select private.live_meeting_for_provider($1) as row', [id]);
  return row?.row ? rowSchema.parse(row.row) : undefined;
}

/** The account by which a meeting is made; undefined where none is connected. */
export function accountOf(row: MeetingRow, sql: Job['sql']): ProviderAccount | undefined {
  if (!row.keys) return undefined;
  return {
    keys: row.keys,
    accessToken: row.access_token,
    tokenEndsAt: row.token_ends_at,
    keep: (token, endsAt) => sql('select public.keep_live_token($1, $2, $3)', [row.account_id, token, endsAt]),
  };
}

export const plannedOf = (row: MeetingRow): PlannedMeeting => ({
  id: row.id,
  title: row.title,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  localStart: row.local_start,
  localEnd: row.local_end,
  timeZone: row.time_zone,
  host: row.host ?? '',
});
