import type { SupabaseClient } from '@supabase/supabase-js';
import { unwrap, type Db } from '@masomo/data';
import { createSignedDownload } from '../signedDownload.ts';

/** What a job made for the caller. */
export type JobFile = {
  /** Of the job. */
  id: string;
  schoolId: string;
  /** What it is called when it is downloaded. */
  name: string;
  /** In bytes. */
  size: number;
  expiresAt: string;
};

export const jobFileKeys = { mine: (kind: string) => ['job-files', kind] as const };

/** The files that jobs of a kind made for the caller, newest first. */
export async function listMyJobFiles(db: Db, kind: string): Promise<JobFile[]> {
  const rows = unwrap(
    await db
      .from('job_files')
      .select('job_id, school_id, name, size, expires_at')
      .eq('kind', kind)
      .order('created_at', { ascending: false })
      .limit(10),
  );
  return rows.map((row) => ({
    id: row.job_id,
    schoolId: row.school_id,
    name: row.name,
    size: row.size,
    expiresAt: row.expires_at,
  }));
}

/** A URL that downloads the file for one minute. */
export const createJobFileUrl = (client: Pick<SupabaseClient, 'storage'>, { id, schoolId, name }: JobFile): Promise<string> =>
  createSignedDownload(client, { bucket: 'job-files', path: `${schoolId}/${id}`, name });
