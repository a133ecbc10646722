import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { listAssignments, listClassSubjects, teachingKeys, type Assignment, type AssignmentState } from '@masomo/data/learning/teaching';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Badge, Box, Button, SegmentedToggle, Text } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useNavigate } from '@masomo/navigation';
import { ListScreen } from '@masomo/remote/ListScreen';
import { useListView } from '@masomo/remote/useListView';
import { useHasNewParam } from '../../shared/lists/useHasNewParam.ts';
import { AssignmentDialog } from './AssignmentDialog.tsx';

const columns: DataTableColumn<Assignment>[] = [
  {
    id: 'title',
    header: t`Assignment`,
    sortable: true,
    cell: (row) => (
      <Box>
        <AppLink to={`/dashboard/assignments/${row.id}`} fontWeight="600">
          {row.title}
        </AppLink>
        <Text fontSize="sm" color="fg.muted">
          {row.subject}
        </Text>
      </Box>
    ),
  },
  { id: 'class', header: t`Class`, noWrap: true, cell: (row) => row.className },
  { id: 'due_on', header: t`Due`, sortable: true, noWrap: true, cell: (row) => formatDate(row.dueOn) },
  { id: 'max_score', header: t`Out of`, sortable: true, align: 'end', cell: (row) => row.maxScore },
  { id: 'handed_in', header: t`Handed in`, align: 'end', cell: (row) => row.handedIn },
  { id: 'marked', header: t`Marked`, align: 'end', cell: (row) => row.marked },
  {
    id: 'to_mark',
    header: t`To mark`,
    align: 'end',
    cell: (row) => (row.toMark > 0 ? <Badge colorPalette="orange">{row.toMark}</Badge> : row.toMark),
  },
];
const stateOptions: { value: AssignmentState; label: string }[] = [
  { value: 'published', label: t`Published` },
  { value: 'draft', label: t`Drafts` },
  { value: 'archived', label: t`Archived` },
];
const emptyTexts: Record<AssignmentState, { title: string; text: string }> = {
  published: { title: t`No assignments yet`, text: t`Set the first one; the class sees it straight away.` },
  draft: { title: t`No drafts`, text: t`Drafts stay here until you publish them.` },
  archived: { title: t`Nothing archived`, text: t`Archived assignments are kept here with their answers and marks.` },
};

export function AssignmentsPage() {
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(useHasNewParam());
  const { filters, setFilter, view } = useListView('assignments', { state: 'published' as AssignmentState, classId: '' });
  const { state, classId } = filters;
  const { data: subjects = [] } = useQuery(teachingKeys.classSubjects(), listClassSubjects);
  const classes = [...new Map(subjects.map((row) => [row.classId, row.className]))]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <ListScreen
      title={t`Assignments`}
      description={t`Set work for your classes and see who has handed it in.`}
      search={t`Search assignments`}
      columns={columns}
      sort={{ column: 'due_on', descending: true }}
      rowLabel={(row) => row.title}
      onOpen={(row) => navigate(`/dashboard/assignments/${row.id}`)}
      export={{
        name: t`Assignments`,
        columns: [
          { title: t`Assignment`, value: (row) => row.title },
          { title: t`Subject`, value: (row) => row.subject },
          { title: t`Class`, value: (row) => row.className },
          { title: t`Due`, value: (row) => row.dueOn, as: 'day' },
          { title: t`Out of`, value: (row) => row.maxScore },
          { title: t`Handed in`, value: (row) => row.handedIn },
          { title: t`Marked`, value: (row) => row.marked },
          { title: t`To mark`, value: (row) => row.toMark },
        ],
      }}
      keyOf={(filter) => teachingKeys.assignments({ ...filter, state, classId })}
      live={['assignments']}
      query={(db, filter) => listAssignments(db, { ...filter, state, classId })}
      filterKey={`${classId}${state}`}
      isFiltered={classId !== ''}
      empty={emptyTexts[state]}
      actions={
        <Button size="sm" onClick={() => setIsCreating(true)}>
          <Trans>Set assignment</Trans>
        </Button>
      }
      view={view}
      filters={
        <>
          <SegmentedToggle label={t`Show`} options={stateOptions} value={state} onChange={(chosen) => setFilter({ state: chosen })} />
          <FilterSelect
            label={t`Class`}
            options={[{ value: '', label: t`All classes` }, ...classes]}
            value={classId}
            onValueChange={(chosen) => setFilter({ classId: chosen })}
          />
        </>
      }
    >
      {isCreating && <AssignmentDialog onClose={() => setIsCreating(false)} onDraftSaved={() => setFilter({ state: 'draft' })} />}
    </ListScreen>
  );
}
