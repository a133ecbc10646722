import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { currentTerm, listTerms, schoolKeys } from '@masomo/data/platform/schools';
import { listClassSubjects, teachingKeys } from '@masomo/data/learning/teaching';
import { today } from '@masomo/domain/time';
import { Box, EmptyState, ErrorState, SkeletonText } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { SelectField } from '@masomo/design-system/forms';
import { ClassGradebook } from './ClassGradebook.tsx';

export function GradesPage() {
  const { user } = useSession();
  const schoolId = user?.schoolId ?? '';
  const subjects = useQuery(teachingKeys.classSubjects(), listClassSubjects);
  const terms = useQuery(schoolId ? schoolKeys.terms(schoolId) : null, (db) => listTerms(db, schoolId));
  const [selection, setSelection] = useState({ subject: '', term: '' });
  const header = (
    <PageHeader
      title="Grades"
      description="Type as in a spreadsheet: arrows and Enter move, a column can be pasted. Everything is saved as you leave a cell."
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
  const options = subjects.data
    .map((row) => ({ ...row, value: `${row.classId} ${row.subjectId}`, label: `${row.className}, ${row.subject}` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const subject = options.find(({ value }) => value === selection.subject) ?? options[0];
  const term = terms.data.find(({ id }) => id === selection.term) ?? currentTerm(terms.data, today());
  if (!subject)
    return (
      <>
        {header}
        <EmptyState title="You teach no subject yet">The school’s administrator decides who teaches what.</EmptyState>
      </>
    );
  if (!term)
    return (
      <>
        {header}
        <EmptyState title="No terms yet">The school’s administrator adds the terms of the year.</EmptyState>
      </>
    );
  const gradebookId = { classId: subject.classId, subjectId: subject.subjectId, termId: term.id };
  return (
    <>
      {header}
      <Toolbar>
        <Box w={{ base: 'full', sm: '72' }}>
          <SelectField
            label="Class and subject"
            options={options}
            value={subject.value}
            onChange={(event) => setSelection({ ...selection, subject: event.currentTarget.value })}
          />
        </Box>
        <Box w={{ base: 'full', sm: '48' }}>
          <SelectField
            label="Term"
            options={terms.data.map(({ id, name }) => ({ value: id, label: name }))}
            value={term.id}
            onChange={(event) => setSelection({ ...selection, term: event.currentTarget.value })}
          />
        </Box>
      </Toolbar>
      <ClassGradebook key={`${subject.value} ${term.id}`} gradebookId={gradebookId} title={`${subject.label} ${term.name}`} />
    </>
  );
}
