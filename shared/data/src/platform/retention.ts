import { localized, type Localized } from '@masomo/domain/translations';
import { unwrap, type Db } from '@masomo/data';
import { currentLanguage } from '@masomo/i18n';
import { translationColumn } from '../site/translationColumn.ts';

/** How long a kind of personal data is kept; `kept` means at least this long. */
export type RetentionRule = Localized<{
  key: string;
  data: string;
  months: number;
  counted_from: string;
  reason: string;
  ending: 'deleted' | 'closed' | 'kept';
}>;
/** What the jobs deleted of a kind of data on a day. */
export type PurgeRun = { day: string; rule: string; purged: number; isFinished: boolean };

export const retentionKeys = {
  rules: () => ['retention', 'rules'] as const,
  runs: () => ['retention', 'runs'] as const,
};

const endings = ['deleted', 'closed', 'kept'] as const;

/** The retention periods in the reader's language. */
export async function listRetentionRules(db: Db, language = currentLanguage()): Promise<RetentionRule[]> {
  const rows = unwrap(
    await db
      .from('retention_rules')
      .select(`key, data, months, counted_from, reason, ending, ${translationColumn(language)}`)
      .order('position')
      .limit(60),
  );
  return rows.map(({ translation, ending, ...row }) =>
    localized(
      { ...row, ending: endings.find((known) => known === ending) ?? 'deleted' },
      translation,
      ['data', 'counted_from', 'reason'],
      language,
    ),
  );
}

/** Changes how long a kind of data is kept. */
export async function setRetention(db: Db, { rule, months }: { rule: string; months: number }): Promise<string> {
  const { error, status } = await db.rpc('set_retention', { rule, months });
  return unwrap({ data: rule, error, status });
}

/** What the jobs deleted lately, newest first. */
export async function listPurgeRuns(db: Db): Promise<PurgeRun[]> {
  const rows = unwrap(
    await db
      .from('purge_runs')
      .select('day, rule, purged, is_finished')
      .gt('purged', 0)
      .order('day', { ascending: false })
      .order('rule')
      .limit(20),
  );
  return rows.map((row) => ({ day: row.day, rule: row.rule, purged: row.purged, isFinished: row.is_finished }));
}
