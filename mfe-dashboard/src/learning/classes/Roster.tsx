import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { listStudentRows, studentKeys, type StudentRow } from '@masomo/data/people/students';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Card, Heading } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import type { TableExport } from '@masomo/remote/tableExport';

const columns: DataTableColumn<StudentRow>[] = [
  {
    id: 'last_name',
    header: t`Student`,
    sortable: true,
    cell: (student) => (
      <AppLink to={`/dashboard/students/${student.id}`} fontWeight="600">
        {student.name}
      </AppLink>
    ),
  },
  { id: 'admission_number', header: t`Admission no.`, sortable: true, noWrap: true, cell: (student) => student.admissionNumber },
  { id: 'admitted_on', header: t`Admitted`, sortable: true, noWrap: true, cell: (student) => formatDate(student.admittedOn) },
];

const rosterExport = (className: string): TableExport<StudentRow> => ({
  name: t`Students ${className}`,
  columns: [
    { title: t`Admission no.`, value: (row) => row.admissionNumber },
    { title: t`Student`, value: (row) => row.name },
    { title: t`Admitted`, value: (row) => row.admittedOn, as: 'day' },
  ],
});

export function Roster({ classId, className }: { classId: string; className: string }) {
  const ofClass = { classId, status: 'active' as const };
  return (
    <Card.Root as="section" aria-labelledby="roster">
      <Card.Header>
        <Heading as="h2" size="md" id="roster">
          <Trans>Students</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        <RecordList
          label={t`Students of the class`}
          search={t`Search the class`}
          export={rosterExport(className)}
          columns={columns}
          sort={{ column: 'last_name', descending: false }}
          pageSize={25}
          keyOf={(filter) => studentKeys.list({ ...filter, ...ofClass })}
          query={(db, filter) => listStudentRows(db, { ...filter, ...ofClass })}
          rowLabel={(row) => row.name}
          empty={{ title: t`No students yet`, text: t`Move students into this class under Students.` }}
          noMatches={{ title: t`No matches`, text: t`Try different or fewer words.` }}
        />
      </Card.Body>
    </Card.Root>
  );
}
