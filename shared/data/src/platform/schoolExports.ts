import type { SupabaseClient } from '@supabase/supabase-js';
import { unwrap, type Db } from '@masomo/data';
import { createSignedDownload } from '../signedDownload.ts';

/** An export of everything of a school; `size` is the bytes that are written. */
export type SchoolExport = {
  id: string;
  schoolId: string;
  state: 'waiting' | 'running' | 'ready' | 'failed' | 'expired';
  /** Share of the export's entries that are written, 0 to 100. */
  percent: number;
  size: number;
  createdAt: string;
  expiresAt: string | null;
};

export const schoolExportKeys = { list: () => ['school-exports'] as const };

const states: readonly SchoolExport['state'][] = ['waiting', 'running', 'ready', 'failed', 'expired'];

/** The latest exports of the caller's school, newest first. */
export async function listSchoolExports(db: Db): Promise<SchoolExport[]> {
  const rows = unwrap(
    await db
      .from('school_exports')
      .select('id, school_id, state, entries, entries_done, size, created_at, expires_at')
      .order('created_at', { ascending: false })
      .limit(5),
  );
  return rows.map((row) => ({
    id: row.id,
    schoolId: row.school_id,
    state: states.find((state) => state === row.state) ?? 'failed',
    percent: row.entries > 0 ? Math.floor((row.entries_done * 100) / row.entries) : 0,
    size: row.size,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}

/** Starts an export of the caller's school, or resolves to the one that is running. */
export async function startSchoolExport(db: Db, _: void): Promise<string> {
  return unwrap(await db.rpc('start_school_export'));
}

/** A URL that downloads the ZIP for one minute. */
export const createExportUrl = (
  client: Pick<SupabaseClient, 'storage'>,
  { id, schoolId, createdAt }: Pick<SchoolExport, 'id' | 'schoolId' | 'createdAt'>,
): Promise<string> =>
  createSignedDownload(client, { bucket: 'school-exports', path: `${schoolId}/${id}.zip`, name: `masomo-${createdAt.slice(0, 10)}.zip` });
