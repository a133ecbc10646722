import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { useQuery } from '@masomo/data';
import { listStudentRows, studentKeys, type StudentRow } from '@masomo/data/people/students';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Card, EmptyState, Heading, HStack } from '@masomo/design-system';
import { Toolbar } from '@masomo/design-system/admin';
import { SearchInput } from '@masomo/design-system/forms';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';
import { CsvButton } from '@masomo/remote/CsvButton';

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
const pageSize = 25;

const rosterCsv = (className: string) => ({
  fileName: t`Students ${className}`,
  header: [t`Admission no.`, t`Student`, t`Admitted`],
  cells: (row: StudentRow) => [row.admissionNumber, row.name, row.admittedOn],
});

export function Roster({ classId, className }: { classId: string; className: string }) {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState({ column: 'last_name', descending: false });
  const [page, setPage] = useState(0);
  const filter = { search: useDeferredValue(search), sort, page, pageSize, classId, status: 'active' as const };
  const { data, error, isLoading, reload } = useQuery(studentKeys.list(filter), (db) => listStudentRows(db, filter), {
    keepPreviousData: true,
  });
  return (
    <Card.Root as="section" aria-labelledby="roster">
      <Card.Header>
        <HStack justify="space-between">
          <Heading as="h2" size="md" id="roster">
            <Trans>Students</Trans>
          </Heading>
          <CsvButton csv={rosterCsv(className)} filter={filter} query={(db, page) => listStudentRows(db, { ...filter, ...page })} />
        </HStack>
      </Card.Header>
      <Card.Body>
        <Toolbar>
          <SearchInput
            label={t`Search the class`}
            placeholder={t`Search the class`}
            value={search}
            onValueChange={(text) => {
              setSearch(text);
              setPage(0);
            }}
          />
        </Toolbar>
        <DataTable
          label={t`Students of the class`}
          columns={columns}
          rows={data?.rows}
          rowId={(row) => row.id}
          rowLabel={(row) => row.name}
          total={data?.total ?? 0}
          page={page}
          pageSize={pageSize}
          onPageChange={setPage}
          sort={sort}
          onSortChange={(next) => {
            setSort(next);
            setPage(0);
          }}
          isLoading={isLoading}
          error={error}
          onRetry={reload}
          empty={
            <EmptyState title={search ? t`No matches` : t`No students yet`}>
              {search ? t`Try different or fewer words.` : t`Move students into this class under Students.`}
            </EmptyState>
          }
        />
      </Card.Body>
    </Card.Root>
  );
}
