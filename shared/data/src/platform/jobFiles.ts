import type { SupabaseClient } from '@supabase/supabase-js';
import { DataError, unwrap, type Db } from '@masomo/data';
import { translatable } from '@masomo/domain/translatable';

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

const linkLifetimeSeconds = 60;

/** A URL that downloads the file for one minute. */
export async function createJobFileUrl(client: Pick<SupabaseClient, 'storage'>, { id, schoolId, name }: JobFile): Promise<string> {
  const { data, error } = await client.storage
    .from('job-files')
    .createSignedUrl(`${schoolId}/${id}`, linkLifetimeSeconds, { download: name });
  if (error)
    throw new DataError('not-found', translatable('The file could not be opened. Reload the page and try again.'), { cause: error });
  return data.signedUrl;
}
