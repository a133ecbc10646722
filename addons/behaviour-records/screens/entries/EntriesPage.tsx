import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { behaviourKeys, behaviourKinds, listBehaviour, listBehaviourCategories, type BehaviourEntry } from '../../data/behaviour.ts';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, Button, ButtonLink, EmptyState, HStack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { FilterSelect } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useIsAllowed } from '@masomo/auth';
import { ListScreen } from '@masomo/remote/ListScreen';
import { EntryDialog } from './EntryDialog.tsx';
import { RecordDialog } from '../shared/RecordDialog.tsx';
import { BehaviourNav } from '../shared/BehaviourNav.tsx';
import { useModule } from '@masomo/remote/useModule';
import { behaviourHome, behaviourFeature } from '../shared/behaviourHome.ts';
import { kindColors, kindLabels, signedPoints } from '../shared/behaviourLabels.ts';

const columns: DataTableColumn<BehaviourEntry>[] = [
  { id: 'happened_on', header: t`Date`, noWrap: true, cell: ({ happenedOn }) => formatDate(happenedOn) },
  {
    id: 'student',
    header: t`Student`,
    cell: (row) => (
      <Box>
        <Text fontWeight="600">{row.student}</Text>
        <Text fontSize="sm" color="fg.muted">
          {row.className || row.admissionNumber}
        </Text>
      </Box>
    ),
  },
  {
    id: 'category',
    header: t`Merit or incident`,
    cell: (row) => (
      <HStack gap="2" wrap="wrap">
        <Badge colorPalette={kindColors[row.kind]}>{kindLabels[row.kind]}</Badge>
        <Text {...(row.withdrawnReason ? { textDecoration: 'line-through' } : {})}>{row.category}</Text>
      </HStack>
    ),
  },
  { id: 'points', header: t`Points`, align: 'end', cell: (row) => (row.withdrawnReason ? '–' : signedPoints(row)) },
  {
    id: 'state',
    header: t`State`,
    cell: (row) => (
      <HStack gap="1" wrap="wrap">
        {row.withdrawnReason && <Badge>{t`Withdrawn`}</Badge>}
        {row.isShared && !row.withdrawnReason && <Badge colorPalette="blue">{t`Shared`}</Badge>}
        {row.followUps.some(({ done_at }) => !done_at) && <Badge colorPalette="purple">{t`Follow-up`}</Badge>}
      </HStack>
    ),
  },
  { id: 'recorded_by', header: t`Recorded by`, cell: ({ recordedBy }) => recordedBy || t`Unknown` },
];

/** Merits and incidents that the caller may see, newest first. */
export function EntriesPage() {
  const { data: categories } = useQuery(behaviourKeys.categories(), listBehaviourCategories);
  if (categories?.length === 0) return <FirstSteps />;
  return <Entries />;
}

function Entries() {
  const [kind, setKind] = useState('');
  const [classId, setClassId] = useState('');
  const [opened, setOpened] = useState<BehaviourEntry>();
  const [isRecording, setIsRecording] = useState(false);
  const { isReadOnly } = useModule(behaviourFeature);
  const { data: classes } = useQuery(peopleKeys.classNames(), listClassNames);
  const filters = { kind: behaviourKinds.find((known) => known === kind) ?? ('' as const), classId };
  return (
    <ListScreen
      title={t`Behaviour`}
      description={t`Merits, incidents, agreements and follow-ups.`}
      search={t`Search students`}
      columns={columns}
      sort={{ column: 'happened_on', descending: true }}
      keyOf={(filter) => behaviourKeys.entries({ ...filter, ...filters })}
      query={(db, filter) => listBehaviour(db, { ...filter, ...filters })}
      filterKey={kind + classId}
      rowLabel={(row) => `${row.student}, ${row.category}`}
      onOpen={setOpened}
      empty={{ title: t`Nothing recorded yet`, text: t`Record the first merit: choose a student and a merit, then save.` }}
      export={{
        name: t`Behaviour`,
        columns: [
          { title: t`Date`, value: (row) => row.happenedOn, as: 'day' },
          { title: t`Student`, value: (row) => row.student },
          { title: t`Admission number`, value: (row) => row.admissionNumber },
          { title: t`Class`, value: (row) => row.className },
          { title: t`Kind`, value: (row) => kindLabels[row.kind] },
          { title: t`Merit or incident`, value: (row) => row.category },
          { title: t`Points`, value: (row) => (row.kind === 'merit' ? row.points : -row.points) },
          { title: t`Note`, value: (row) => row.note },
          { title: t`Agreed`, value: (row) => row.agreed },
          { title: t`Recorded by`, value: (row) => row.recordedBy },
          { title: t`Withdrawn`, value: (row) => row.withdrawnReason },
        ],
      }}
      actions={
        !isReadOnly && (
          <Button size="sm" onClick={() => setIsRecording(true)}>
            <Trans>Record</Trans>
          </Button>
        )
      }
      intro={<BehaviourNav current="" />}
      filters={
        <>
          <FilterSelect
            label={t`Kind`}
            options={[{ value: '', label: t`All kinds` }, ...behaviourKinds.map((value) => ({ value, label: kindLabels[value] }))]}
            value={kind}
            onValueChange={setKind}
          />
          <FilterSelect
            label={t`Class`}
            options={[{ value: '', label: t`All classes` }, ...(classes ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
            value={classId}
            onValueChange={setClassId}
          />
        </>
      }
    >
      {opened && <EntryDialog id={opened.id} isReadOnly={isReadOnly} onClose={() => setOpened(undefined)} />}
      {isRecording && <RecordDialog onClose={() => setIsRecording(false)} />}
    </ListScreen>
  );
}

/** Before a school has said what it records. */
function FirstSteps() {
  const canSet = useIsAllowed('school:run');
  return (
    <>
      <PageHeader title={t`Behaviour`} description={t`Merits, incidents, agreements and follow-ups.`} />
      <BehaviourNav current="" />
      <EmptyState
        title={t`Set up merits and incidents first`}
        action={canSet && <ButtonLink to={`${behaviourHome}/settings`}>{t`Choose merits and incidents`}</ButtonLink>}
      >
        {canSet
          ? t`Start with the standard list and adapt it: each merit and incident has a name and points.`
          : t`You can record here once an administrator has set up merits and incidents.`}
      </EmptyState>
    </>
  );
}
