import * as z from '@masomo/data/zod';
import { toDataError, unwrap, unwrapPage, type Db } from '@masomo/data';
import { rangeOf, sortColumn, type ListFilter, type ListPage } from '../listing.ts';

export const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

/** Work that a worker does step by step. */
export type Job = {
  id: string;
  kind: string;
  /** What it is about, such as the id of a row. */
  subject: string;
  state: JobState;
  /** Steps or rows that are done, and of how many; null where that is not known. */
  done: number;
  total: number | null;
  /** Why the last step failed; empty once one succeeded. */
  reason: string;
  failures: number;
  dueAt: string;
  createdAt: string;
  finishedAt: string | null;
  /** Who started it; empty for what falls due by itself. */
  startedBy: string;
  school: string;
  /** The class that it is about; empty where it is about none. */
  className: string;
};

export type JobFilter = ListFilter & { state: JobState | 'failing' | 'all' };

export const jobKeys = {
  list: (filter: JobFilter) => ['jobs', 'list', filter] as const,
  mine: (kind: string) => ['jobs', 'mine', kind] as const,
  figures: () => ['jobs', 'figures'] as const,
};

const columns = 'id, kind, subject, state, done, total, reason, failures, due_at, created_at, finished_at' as const;
type Row = {
  id: string;
  kind: string;
  subject: string | null;
  state: string;
  done: number;
  total: number | null;
  reason: string | null;
  failures: number;
  due_at: string;
  created_at: string;
  finished_at: string | null;
};

const toJob = (row: Row, school = '', startedBy = '', className = ''): Job => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject ?? '',
  state: jobStates.find((state) => state === row.state) ?? 'failed',
  done: row.done,
  total: row.total,
  reason: row.reason ?? '',
  failures: row.failures,
  dueAt: row.due_at,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  school,
  startedBy,
  className,
});

/** The class in a subject such as `<term>/<class>`. */
const classIdOf = ({ kind, subject }: Pick<Row, 'kind' | 'subject'>) =>
  kind === 'class-report-cards' ? (subject?.split('/')[1] ?? '') : '';

async function classNamesOf(db: Db, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map(classIdOf).filter(Boolean))];
  if (ids.length === 0) return new Map();
  const classes = unwrap(await db.from('classes').select('id, name').in('id', ids));
  return new Map(classes.map(({ id, name }) => [id, name]));
}

/** Every job, newest first; super admins only. */
export async function listJobs(db: Db, filter: JobFilter): Promise<ListPage<Job>> {
  let query = db
    .from('jobs')
    .select(`${columns}, school:schools (name), person:users!jobs_started_by_fkey (first_name, last_name)`, { count: 'exact' });
  if (filter.state === 'failing') query = query.gt('failures', 0).in('state', ['waiting', 'running']);
  else if (filter.state !== 'all') query = query.eq('state', filter.state);
  const word = filter.search
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');
  if (word) query = query.like('kind', `%${word}%`);
  const { rows, total } = unwrapPage(
    await query
      .order(sortColumn(filter.sort.column, ['created_at', 'kind', 'due_at']), { ascending: !filter.sort.descending })
      .order('id')
      .range(...rangeOf(filter)),
  );
  const classNames = await classNamesOf(db, rows);
  return {
    total,
    rows: rows.map((row) => {
      const person = [row.person?.first_name, row.person?.last_name].filter(Boolean).join(' ');
      return toJob(row, row.school?.name, person, classNames.get(classIdOf(row)));
    }),
  };
}

/** The caller's latest jobs of a kind, newest first. */
export async function listMyJobs(db: Db, kind: string): Promise<Job[]> {
  const rows = unwrap(
    await db.from('jobs').select(columns).eq('kind', kind).not('started_by', 'is', null).order('created_at', { ascending: false }).limit(3),
  );
  return rows.map((row) => toJob(row));
}

const figuresSchema = z.object({
  waiting: z.number(),
  running: z.number(),
  failing: z.number(),
  oldest_waiting: z.nullable(z.string()),
  workers: z.number(),
  worker_seen_at: z.nullable(z.string()),
});
export type JobFigures = z.infer<typeof figuresSchema>;

/** How many jobs wait, run and fail, and whether a worker is there. */
export async function getJobFigures(db: Db): Promise<JobFigures> {
  return figuresSchema.parse(unwrap(await db.rpc('job_figures')));
}

/** Queues a job that runs as the caller. With a subject, the open job of the same kind and subject is returned instead. */
export async function startJob(
  db: Db,
  { kind, args, subject }: { kind: string; args?: Record<string, string>; subject?: string },
): Promise<string> {
  return unwrap(await db.rpc('start_job', { kind, ...(args ? { args } : {}), ...(subject ? { subject } : {}) }));
}

/** Ends a job: the step that is being done is undone, those before it stay. */
export async function cancelJob(db: Db, job: string): Promise<void> {
  const { error, status } = await db.rpc('cancel_job', { job });
  if (error) throw toDataError(error, status);
}

/** Has a job go on that failed or was cancelled, and one that waits after a failure at once. */
export async function retryJob(db: Db, job: string): Promise<void> {
  const { error, status } = await db.rpc('retry_job', { job });
  if (error) throw toDataError(error, status);
}
