import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { behaviourKeys, listFollowUps, type BehaviourFollowUp } from '../../data/behaviour.ts';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Badge, Box, Button, HStack, SegmentedToggle, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { CloseFollowUpDialog } from '../shared/CloseFollowUpDialog.tsx';
import { BehaviourNav } from '../shared/BehaviourNav.tsx';
import { today } from '@masomo/remote/schoolDay';
import { useModule } from '@masomo/remote/useModule';
import { behaviourFeature } from '../shared/behaviourHome.ts';

/** What is still to be done, by day: one's own, or everybody's. */
export function FollowUpsPage() {
  const { isReadOnly } = useModule(behaviourFeature);
  const [whose, setWhose] = useState('mine');
  const [state, setState] = useState('open');
  const [closed, setClosed] = useState<BehaviourFollowUp>();
  const filters = { isMine: whose === 'mine', isOpen: state === 'open' };
  const columns: DataTableColumn<BehaviourFollowUp>[] = [
    {
      id: 'due_on',
      header: t`Due`,
      noWrap: true,
      cell: ({ dueOn, doneAt }) => (
        <HStack gap="2">
          {formatDate(dueOn)}
          {!doneAt && dueOn < today() && <Badge colorPalette="red">{t`Overdue`}</Badge>}
        </HStack>
      ),
    },
    {
      id: 'student',
      header: t`Student`,
      cell: (row) => (
        <Box>
          <AppLink to={`/dashboard/students/${row.studentId}`} fontWeight="600">
            {row.student}
          </AppLink>
          <Text fontSize="sm" color="fg.muted">
            {[row.className, row.category].filter(Boolean).join(' · ')}
          </Text>
        </Box>
      ),
    },
    {
      id: 'task',
      header: t`Action to take`,
      cell: ({ task, outcome }) => (
        <Box>
          <Text>{task}</Text>
          {outcome && (
            <Text fontSize="sm" color="fg.muted">
              {t`Done: ${outcome}`}
            </Text>
          )}
        </Box>
      ),
    },
    { id: 'person', header: t`Assigned to`, cell: ({ person }) => person || t`Nobody` },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) =>
        !isReadOnly &&
        !row.doneAt && (
          <Button size="xs" variant="outline" aria-label={t`Close the follow-up on ${row.student}`} onClick={() => setClosed(row)}>
            <Trans>Done</Trans>
          </Button>
        ),
    },
  ];
  return (
    <ListScreen
      title={t`Follow-ups`}
      description={t`Actions planned after merits and incidents, with the person responsible and the due date.`}
      columns={columns}
      sort={{ column: 'due_on', descending: false }}
      keyOf={(filter) => behaviourKeys.followUps({ ...filter, ...filters })}
      query={(db, filter) => listFollowUps(db, { ...filter, ...filters })}
      filterKey={whose + state}
      isFiltered={false}
      rowLabel={({ student }) => student}
      empty={{ title: t`Nothing to follow up`, text: t`Plan a follow-up when you record an incident, or from its details.` }}
      export={{
        name: t`Follow-ups`,
        columns: [
          { title: t`Due`, value: (row) => row.dueOn, as: 'day' },
          { title: t`Student`, value: (row) => row.student },
          { title: t`Class`, value: (row) => row.className },
          { title: t`Merit or incident`, value: (row) => row.category },
          { title: t`Action to take`, value: (row) => row.task },
          { title: t`Assigned to`, value: (row) => row.person },
          { title: t`Outcome`, value: (row) => row.outcome },
        ],
      }}
      intro={<BehaviourNav current="/follow-ups" />}
      filters={
        <>
          <SegmentedToggle
            label={t`Assigned to`}
            options={[
              { value: 'mine', label: t`Mine` },
              { value: 'all', label: t`Everyone’s` },
            ]}
            value={whose}
            onChange={setWhose}
          />
          <SegmentedToggle
            label={t`Show`}
            options={[
              { value: 'open', label: t`Open` },
              { value: 'closed', label: t`Closed` },
            ]}
            value={state}
            onChange={setState}
          />
        </>
      }
    >
      {closed && <CloseFollowUpDialog id={closed.id} student={closed.student} task={closed.task} onClose={() => setClosed(undefined)} />}
    </ListScreen>
  );
}
