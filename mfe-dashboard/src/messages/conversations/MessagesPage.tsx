import { t } from '@lingui/core/macro';
import { useIsAllowed } from '@masomo/auth';
import { conversationKeys, listConversations, type Conversation } from '@masomo/data/messages/conversations';
import { formatDateTime } from '@masomo/domain/time';
import { Badge, Box, HStack, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useNavigate } from '@masomo/navigation';
import { ListScreen } from '@masomo/remote/ListScreen';
import { partnerOf } from './partnerOf.ts';

const columns: DataTableColumn<Conversation>[] = [
  {
    id: 'student',
    header: t`Conversation`,
    sortable: true,
    cell: (row) => (
      <Box maxW="60ch" minW="0">
        <HStack gap="2">
          <Text fontWeight="600">{partnerOf(row)}</Text>
          {row.unread > 0 && <Badge colorPalette="blue">{t`${row.unread} new`}</Badge>}
        </HStack>
        <Text fontSize="sm" color="fg.muted">
          {[row.student, row.className].filter(Boolean).join(' · ')}
        </Text>
        {row.lastBody !== null && (
          <Text fontSize="sm" lineClamp={2} overflowWrap="anywhere" whiteSpace="normal">
            {row.lastBody}
          </Text>
        )}
      </Box>
    ),
  },
  { id: 'last_at', header: t`Last message`, sortable: true, noWrap: true, cell: (row) => formatDateTime(row.lastAt) },
];

/** The conversations of parents and teachers that the reader may read. */
export function MessagesPage() {
  const navigate = useNavigate();
  const isOverseer = useIsAllowed('conversation:read-all');
  return (
    <ListScreen
      title={t`Messages`}
      description={
        isOverseer
          ? t`Conversations of parents and teachers about a child. You read them to keep children safe; each reading is in the activity log.`
          : t`Between parents and the teachers of their child. The school’s administrators can read them to keep children safe.`
      }
      search={t`Search names`}
      columns={columns}
      sort={{ column: 'last_at', descending: true }}
      keyOf={conversationKeys.list}
      query={listConversations}
      empty={{
        title: t`No messages yet`,
        text: t`A parent writes to a teacher from the child’s card on the dashboard. Teachers answer here.`,
      }}
      rowLabel={(row) => t`${partnerOf(row)} about ${row.student}`}
      onOpen={(row) => navigate(`/dashboard/messages/${row.id}`)}
    />
  );
}
