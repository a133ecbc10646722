import { t } from '@lingui/core/macro';
import { behaviourKeys, listBehaviour, type BehaviourEntry } from '../../data/behaviour.ts';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, HStack, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { kindColors, kindLabels } from '../shared/behaviourLabels.ts';

const columns: DataTableColumn<BehaviourEntry>[] = [
  { id: 'happened_on', header: t`Date`, noWrap: true, cell: ({ happenedOn }) => formatDate(happenedOn) },
  { id: 'student', header: t`Student`, cell: ({ student }) => <Text fontWeight="600">{student}</Text> },
  {
    id: 'category',
    header: t`Merit or incident`,
    cell: (row) => (
      <HStack gap="2" wrap="wrap">
        <Badge colorPalette={kindColors[row.kind]}>{kindLabels[row.kind]}</Badge>
        {row.category}
      </HStack>
    ),
  },
  {
    id: 'note',
    header: t`What happened`,
    cell: ({ note, agreed }) => (
      <Box maxW="xl" whiteSpace="pre-line">
        {note && <Text>{note}</Text>}
        {agreed && <Text color="fg.muted">{t`Agreed: ${agreed}`}</Text>}
      </Box>
    ),
  },
  { id: 'recorded_by', header: t`Recorded by`, cell: ({ recordedBy }) => recordedBy || t`Unknown` },
];

/** For the family: what the school has shared with them. */
export function SharedPage() {
  return (
    <ListScreen
      title={t`Behaviour`}
      description={t`Merits, incidents and agreements the school has shared with you.`}
      columns={columns}
      sort={{ column: 'happened_on', descending: true }}
      keyOf={(filter) => behaviourKeys.entries({ ...filter, shared: true })}
      query={(db, filter) => listBehaviour(db, { ...filter, kind: '', classId: '' })}
      rowLabel={({ category }) => category}
      empty={{ title: t`Nothing shared yet`, text: t`You are notified here and on your home screen when the school shares something.` }}
    />
  );
}
