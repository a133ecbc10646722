import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed, useSession } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { listClasses, peopleKeys, type SchoolClass } from '@masomo/data/people/people';
import { removeClass, setClassActive } from '@masomo/data/campus/schoolSetup';
import { AppLink, Button, SegmentedToggle, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { ActionMenu, type DataTableColumn } from '@masomo/design-system/tables';
import { useNavigate } from '@masomo/navigation';
import { ListScreen } from '@masomo/remote/ListScreen';
import { ClassDialog } from './ClassDialog.tsx';

const sizeOf = (rows: readonly SchoolClass[]) => rows.reduce((sum, { students }) => sum + (students ?? 0), 0) || null;

const columns: DataTableColumn<SchoolClass>[] = [
  {
    id: 'name',
    header: t`Class`,
    sortable: true,
    cell: (row) => (
      <AppLink to={`/dashboard/classes/${row.id}`} fontWeight="600">
        {row.name}
      </AppLink>
    ),
  },
  { id: 'level', header: t`Level`, sortable: true, cell: (row) => row.level },
  { id: 'students', header: t`Students`, align: 'end', total: sizeOf, cell: (row) => row.students },
  { id: 'teacher', header: t`Class teacher`, cell: (row) => row.teacher || t`Unassigned` },
  { id: 'room', header: t`Room`, cell: (row) => row.room || t`None` },
  { id: 'campus', header: t`Campus`, cell: (row) => row.campus || t`Not given`, isOptional: true },
];
const archiveOptions = [
  { value: 'active', label: t`Active` },
  { value: 'archived', label: t`Archived` },
] as const;

export function ClassesPage() {
  const { user } = useSession();
  const navigate = useNavigate();
  const [edited, setEdited] = useState<SchoolClass | 'new'>();
  const [archiveFilter, setArchiveFilter] = useState<'active' | 'archived'>('active');
  const isActive = archiveFilter === 'active';
  const activate = useCommand(setClassActive, {
    invalidates: ['classes'],
    onSuccess: () => toaster.success({ title: isActive ? t`Class archived` : t`Class restored` }),
    onError: (error) => toaster.error(failureMessage(error, t`The class was not changed`)),
  });
  const [toRemove, setToRemove] = useState<SchoolClass>();
  const remove = useCommand(removeClass, {
    invalidates: ['classes'],
    onSuccess: () => {
      toaster.success({ title: t`Class removed` });
      setToRemove(undefined);
    },
    onError: (error) => {
      setToRemove(undefined);
      toaster.error(failureMessage(error, t`The class was not removed`));
    },
  });
  const canEdit = useIsAllowed('class:write');
  const canCount = useIsAllowed('class:read-all');
  const actions: DataTableColumn<SchoolClass> = {
    id: 'actions',
    header: '',
    align: 'end',
    cell: (row) => (
      <ActionMenu
        label={t`Actions for ${row.name}`}
        actions={[
          { label: t`Edit`, name: t`Edit ${row.name}`, onSelect: () => setEdited(row) },
          {
            label: row.isActive ? t`Archive` : t`Restore`,
            name: row.isActive ? t`Archive ${row.name}` : t`Restore ${row.name}`,
            isDisabled: activate.isRunning,
            onSelect: () => void activate.run({ id: row.id, isActive: !row.isActive }),
          },
          { label: t`Remove`, name: t`Remove ${row.name}`, tone: 'danger', onSelect: () => setToRemove(row) },
        ]}
      />
    ),
  };
  return (
    <ListScreen
      title={t`Classes`}
      description={t`Classes, rooms and class teachers.`}
      search={t`Search classes`}
      columnsStorageName="classes"
      onOpen={(row) => navigate(`/dashboard/classes/${row.id}`)}
      rowLabel={(row) => row.name}
      columns={[...columns.filter(({ id }) => canCount || id !== 'students'), ...(canEdit ? [actions] : [])]}
      sort={{ column: 'name', descending: false }}
      export={{
        name: t`Classes`,
        columns: [
          { title: t`Class`, value: (row) => row.name },
          { title: t`Level`, value: (row) => row.level },
          ...(canCount ? [{ title: t`Students`, value: (row: SchoolClass) => row.students }] : []),
          { title: t`Class teacher`, value: (row) => row.teacher },
          { title: t`Room`, value: (row) => row.room },
          { title: t`Campus`, value: (row) => row.campus },
          { title: t`Active`, value: (row) => row.isActive },
        ],
      }}
      keyOf={(filter) => peopleKeys.classes({ ...filter, isActive })}
      live={['classes']}
      query={(db, filter) => listClasses(db, { ...filter, isActive })}
      filterKey={archiveFilter}
      isFiltered={false}
      filters={<SegmentedToggle label={t`Show`} options={archiveOptions} value={archiveFilter} onChange={setArchiveFilter} />}
      empty={
        !isActive
          ? { title: t`Nothing archived`, text: t`Archived classes are kept here with their registers and marks.` }
          : {
              title: t`No classes yet`,
              text: canEdit ? t`Add the first class, then place students in it.` : t`Classes appear here once the school has set them up.`,
            }
      }
      actions={
        canEdit && (
          <Button size="sm" onClick={() => setEdited('new')}>
            <Trans>Add class</Trans>
          </Button>
        )
      }
    >
      {edited && user?.schoolId && (
        <ClassDialog schoolId={user.schoolId} {...(edited === 'new' ? {} : { schoolClass: edited })} onClose={() => setEdited(undefined)} />
      )}
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        title={t`Remove ${toRemove?.name ?? ''}?`}
        body={t`Only a class that has no records is removed, with its subjects and its timetable. Any other can be archived.`}
        confirmLabel={t`Remove`}
        tone="danger"
        isBusy={remove.isRunning}
        onConfirm={() => toRemove && void remove.run(toRemove.id)}
        onClose={() => setToRemove(undefined)}
      />
    </ListScreen>
  );
}
