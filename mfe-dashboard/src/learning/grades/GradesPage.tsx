import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { listTerms, schoolKeys, termsSchema } from '@masomo/data/platform/schools';
import { classSubjectsSchema, listTaughtSubjects, teachingKeys } from '@masomo/data/learning/teaching';
import { EmptyState, ErrorState, SkeletonText } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { networkFirst } from '@masomo/remote/offline/networkFirst';
import { ChosenGradebook } from './ChosenGradebook.tsx';

export function GradesPage() {
  const { user } = useSession();
  const [owner, schoolId] = [user?.id ?? '', user?.schoolId ?? ''];
  const subjects = useQuery(owner ? [...teachingKeys.taughtSubjects(owner), 'cached'] : null, (db) =>
    networkFirst({ owner, key: 'taught subjects', schema: classSubjectsSchema, read: () => listTaughtSubjects(db, owner) }),
  );
  const terms = useQuery(schoolId ? [...schoolKeys.terms(schoolId), 'cached'] : null, (db) =>
    networkFirst({ owner, key: 'terms', schema: termsSchema, read: () => listTerms(db, schoolId) }),
  );
  const header = (
    <PageHeader
      title={t`Grades`}
      description={t`Type as in a spreadsheet: move with arrows and Enter, or paste a column. Marks are saved when you leave a cell; without a connection they wait on this device.`}
    />
  );
  const failed = [subjects, terms].find(({ error, data }) => error && !data);
  if (failed?.error)
    return (
      <>
        {header}
        <ErrorState error={failed.error} onRetry={failed.reload} />
      </>
    );
  if (!subjects.data || !terms.data)
    return (
      <>
        {header}
        <SkeletonText noOfLines={10} gap="4" />
      </>
    );
  const options = subjects.data.data
    .map((row) => ({ ...row, value: `${row.classId} ${row.subjectId}`, label: `${row.className}, ${row.subject}` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  if (options.length === 0)
    return (
      <>
        {header}
        <EmptyState title={t`No subjects yet`}>
          <Trans>Ask the school’s administrator to assign you a subject.</Trans>
        </EmptyState>
      </>
    );
  if (terms.data.data.length === 0)
    return (
      <>
        {header}
        <EmptyState title={t`No terms yet`}>
          <Trans>Ask the school’s administrator to add the terms of the year.</Trans>
        </EmptyState>
      </>
    );
  return (
    <>
      {header}
      <ChosenGradebook owner={owner} subjects={options} terms={terms.data.data} />
    </>
  );
}
