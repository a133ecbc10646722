import { listSubscriptions, schoolLifeKeys, type Subscription } from '@masomo/data/schoolLife';
import { Badge, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '../shared/ListScreen.tsx';
import { formatDay } from '../shared/days.ts';

const colours: Record<string, string> = { active: 'green', trial: 'blue', grace: 'yellow', expired: 'red' };

const columns: DataTableColumn<Subscription>[] = [
  { id: 'school', header: 'School', cell: (row) => <Text fontWeight="600">{row.school}</Text> },
  { id: 'plan', header: 'Plan', cell: (row) => row.plan },
  { id: 'status', header: 'Status', sortable: true, cell: (row) => <Badge colorPalette={colours[row.status] ?? 'gray'} textTransform="capitalize">{row.status}</Badge> },
  { id: 'billing', header: 'Billing', cell: (row) => <Text textTransform="capitalize">{row.billing}</Text> },
  { id: 'started_on', header: 'Started', sortable: true, cell: (row) => formatDay(row.startedOn) },
  { id: 'ends_on', header: 'Ends', sortable: true, cell: (row) => formatDay(row.endsOn) },
];

/** Which school runs on which plan, and until when. */
export function SubscriptionsPage() {
  return (
    <ListScreen
      title="Subscriptions" description="Plans, trials and renewals of schools." columns={columns} sort={{ column: 'ends_on', descending: false }}
      keyOf={schoolLifeKeys.subscriptions} query={listSubscriptions} empty={{ title: 'No subscriptions yet', text: 'A school appears here with its trial or plan.' }}
    />
  );
}
