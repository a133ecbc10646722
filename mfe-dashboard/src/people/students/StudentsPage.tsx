import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { listStudentRows, studentKeys, studentStatuses, type StudentRow, type StudentStatus } from '@masomo/data/people/students';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Badge, Button, ButtonLink } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useNavigate } from '@masomo/navigation';
import { ListScreen } from '@masomo/remote/ListScreen';
import { useListView } from '@masomo/remote/useListView';
import { useHasNewParam } from '../../shared/lists/useHasNewParam.ts';
import { BulkActions } from './BulkActions.tsx';
import { StudentDialog } from './StudentDialog.tsx';
import { boardingLabels, statusColors, statusLabels } from './studentLabels.ts';

const columns: DataTableColumn<StudentRow>[] = [
  {
    id: 'last_name',
    header: t`Student`,
    sortable: true,
    cell: (student) => (
      <AppLink to={`/dashboard/students/${student.id}`} fontWeight="600">
        {student.listedName}
      </AppLink>
    ),
  },
  { id: 'admission_number', header: t`Admission no.`, sortable: true, noWrap: true, cell: (student) => student.admissionNumber },
  { id: 'class', header: t`Class`, sortable: true, noWrap: true, cell: (student) => student.className || t`None` },
  {
    id: 'status',
    header: t`Status`,
    sortable: true,
    cell: (student) => <Badge colorPalette={statusColors[student.status]}>{statusLabels[student.status]}</Badge>,
  },
  { id: 'admitted_on', header: t`Admitted`, sortable: true, noWrap: true, cell: (student) => formatDate(student.admittedOn) },
];

export function StudentsPage() {
  const navigate = useNavigate();
  const { filters, setFilter, view } = useListView('students', { classId: '', status: 'active' as StudentStatus | '' });
  const { classId, status } = filters;
  const [isAdding, setIsAdding] = useState(useHasNewParam());
  const { data: classes = [] } = useQuery(peopleKeys.classNames(), listClassNames);
  const canEdit = useIsAllowed('student:write');
  return (
    <ListScreen
      title={t`Students`}
      description={t`Students at your school.`}
      search={t`Search students`}
      columns={columns}
      sort={{ column: 'last_name', descending: false }}
      columnsStorageName="students"
      export={{
        name: t`Students`,
        columns: [
          { title: t`Admission no.`, value: (row) => row.admissionNumber },
          { title: t`Name`, value: (row) => row.name },
          { title: t`Class`, value: (row) => row.className },
          { title: t`Day or boarding`, value: (row) => (row.boarding ? boardingLabels[row.boarding] : '') },
          { title: t`Status`, value: (row) => statusLabels[row.status] },
          { title: t`Admitted`, value: (row) => row.admittedOn, as: 'day' },
        ],
      }}
      keyOf={(filter) => studentKeys.list({ ...filter, classId, status })}
      live={['students']}
      query={(db, filter) => listStudentRows(db, { ...filter, classId, status })}
      filterKey={`${classId}${status === 'active' ? '' : status || 'all'}`}
      empty={{
        title: t`No students yet`,
        text: canEdit ? t`Add the first student, or import a list from a CSV file.` : t`Students appear here once they are admitted.`,
      }}
      rowLabel={(row) => row.name}
      onOpen={(row) => navigate(`/dashboard/students/${row.id}`)}
      {...(canEdit ? { bulkActions: (ids: string[], clear: () => void) => <BulkActions ids={ids} onDone={clear} /> } : {})}
      actions={
        canEdit && (
          <>
            <ButtonLink to="/dashboard/students/import" size="sm" variant="outline">
              <Trans>Import CSV</Trans>
            </ButtonLink>
            <Button size="sm" onClick={() => setIsAdding(true)}>
              <Trans>Add student</Trans>
            </Button>
          </>
        )
      }
      view={view}
      filters={
        <>
          <FilterSelect
            label={t`Class`}
            options={[{ value: '', label: t`All classes` }, ...classes.map(({ id, name }) => ({ value: id, label: name }))]}
            value={classId}
            onValueChange={(chosen) => setFilter({ classId: chosen })}
          />
          <FilterSelect
            label={t`Status`}
            options={[{ value: '', label: t`All statuses` }, ...studentStatuses.map((value) => ({ value, label: statusLabels[value] }))]}
            value={status}
            onValueChange={(chosen) => setFilter({ status: studentStatuses.find((value) => value === chosen) ?? '' })}
          />
        </>
      }
    >
      {isAdding && canEdit && <StudentDialog onClose={() => setIsAdding(false)} onSaved={(id) => navigate(`/dashboard/students/${id}`)} />}
    </ListScreen>
  );
}
