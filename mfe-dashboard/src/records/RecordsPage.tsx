import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { listRecords, schoolLifeKeys, type StudentRecord } from '@masomo/data/schoolLife';
import { Badge, Button, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '../shared/ListScreen.tsx';
import { formatDay } from '../shared/days.ts';
import { RecordDialog } from './RecordDialog.tsx';

const columns: DataTableColumn<StudentRecord>[] = [
  { id: 'student', header: 'Student', cell: (record) => <Text fontWeight="600">{record.student}</Text> },
  { id: 'kind', header: 'Kind', sortable: true, cell: (record) => <Badge textTransform="capitalize">{record.kind}</Badge> },
  { id: 'summary', header: 'Record', cell: (record) => record.summary },
  { id: 'happened_on', header: 'Day', sortable: true, cell: (record) => formatDay(record.happenedOn) },
];

/** Behaviour, health and other records of learners. */
export function RecordsPage() {
  const { user } = useSession();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <ListScreen
      title="Records" description="Behaviour, health and contact records of learners." search="records" columns={columns} sort={{ column: 'happened_on', descending: true }}
      keyOf={schoolLifeKeys.records} query={listRecords} empty={{ title: 'No records yet', text: 'Add the first record of a learner.' }}
      actions={user?.schoolId ? <Button size="sm" onClick={() => setIsAdding(true)}>Add record</Button> : null}
    >
      {isAdding && user?.schoolId && <RecordDialog schoolId={user.schoolId} onClose={() => setIsAdding(false)} />}
    </ListScreen>
  );
}
