import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import {
  assignTicket,
  getTicket,
  listAgents,
  replyToTicket,
  setTicketStatus,
  ticketKeys,
  ticketStatuses,
  type TicketDetail,
  type TicketReply,
} from '@masomo/data/platform/support';
import { formatDateTime } from '@masomo/domain/time';
import { Badge, Box, Button, ErrorState, HStack, SimpleGrid, SkeletonText, Stack, Text } from '@masomo/design-system';
import { CheckboxField, FormError, SelectField, TextAreaField } from '@masomo/design-system/forms';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import { eventText, priorityLabels, statusLabels } from './ticketLabels.ts';

export function TicketDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: ticket, error, reload } = useQuery(ticketKeys.one(id), (db) => getTicket(db, id));
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} size="lg" scrollBehavior="inside">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{ticket ? `${ticket.number}: ${ticket.subject}` : t`Ticket`}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              {error && !ticket && <ErrorState error={error} onRetry={reload} />}
              {!error && !ticket && <SkeletonText noOfLines={6} />}
              {ticket && <Conversation ticket={ticket} />}
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" aria-label={t`Close`} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function Conversation({ ticket }: { ticket: TicketDetail }) {
  const invalidates = ['tickets', 'overview'];
  const changeStatus = useCommand(setTicketStatus, { invalidates });
  const assign = useCommand(assignTicket, { invalidates });
  const { data: agents = [] } = useQuery(ticketKeys.agents(), listAgents);
  const timeline = [
    ...ticket.replies.map((reply) => ({
      at: reply.createdAt,
      line: (
        <Message
          key={reply.id}
          author={reply.author}
          at={reply.createdAt}
          body={reply.body}
          isInternal={reply.isInternal}
          mail={reply.mail}
        />
      ),
    })),
    ...ticket.events.map((event) => ({
      at: event.at,
      line: (
        <Text key={event.id} fontSize="sm" color="fg.muted">
          {`${eventText(event)}, ${formatDateTime(event.at)}`}
        </Text>
      ),
    })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <Stack gap="5">
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <SelectField
          label={t`Status`}
          options={ticketStatuses.map((value) => ({ value, label: statusLabels[value] }))}
          value={ticket.status}
          disabled={changeStatus.isRunning}
          onChange={(event) => {
            const status = ticketStatuses.find((value) => value === event.currentTarget.value);
            if (status) void changeStatus.run({ id: ticket.id, status });
          }}
        />
        <SelectField
          label={t`Assigned to`}
          options={[{ value: '', label: t`Unassigned` }, ...agents.map(({ id, name }) => ({ value: id, label: name }))]}
          value={ticket.assigneeId}
          disabled={assign.isRunning}
          onChange={(event) => void assign.run({ id: ticket.id, assigneeId: event.currentTarget.value })}
        />
      </SimpleGrid>
      <FormError>{(changeStatus.error ?? assign.error)?.userMessage}</FormError>
      <Text fontSize="sm" color="fg.muted">
        {[ticket.type, t`Priority: ${priorityLabels[ticket.priority] ?? ticket.priority}`, ticket.school].filter(Boolean).join(' · ')}
      </Text>
      <Message author={`${ticket.sender} (${ticket.email})`} at={ticket.createdAt} body={ticket.message} />
      <Versions versions={ticket.versions} />
      {timeline.map(({ line }) => line)}
      <ReplyForm id={ticket.id} />
    </Stack>
  );
}

/** Versions that ran in the sender's browser, because a failure is often caused by one of them. */
function Versions({ versions }: Pick<TicketDetail, 'versions'>) {
  const parts = Object.entries(versions);
  if (parts.length === 0) return null;
  return (
    <Box as="details" fontSize="sm">
      <Box as="summary" cursor="pointer" color="fg.muted">
        <Trans>App versions</Trans>
      </Box>
      <Box as="ul" listStyleType="none" fontFamily="mono" mt="2">
        {parts.map(([part, version]) => (
          <li key={part}>
            {part} {version}
          </li>
        ))}
      </Box>
    </Box>
  );
}

const mailStatusTexts = {
  queued: t`Sending`,
  sending: t`Sending`,
  sent: t`Emailed`,
  failed: t`The email could not be sent. Send it again under Settings.`,
};

type MessageProps = { author: string; at: string; body: string; isInternal?: boolean; mail?: TicketReply['mail'] };

function Message({ author, at, body, isInternal = false, mail = null }: MessageProps) {
  return (
    <Box borderWidth="1px" borderRadius="md" p="4" bg={isInternal ? 'bg.muted' : 'bg.panel'}>
      <HStack justify="space-between" mb="2" fontSize="sm">
        <Text fontWeight="600">{author}</Text>
        <Text color="fg.muted">{formatDateTime(at)}</Text>
      </HStack>
      <Text whiteSpace="pre-wrap">{body}</Text>
      {isInternal && (
        <Badge mt="2">
          <Trans>Internal note</Trans>
        </Badge>
      )}
      {mail && (
        <Text mt="2" fontSize="xs" color={mail === 'failed' ? 'danger.fg' : 'fg.muted'}>
          {mailStatusTexts[mail]}
        </Text>
      )}
    </Box>
  );
}

function ReplyForm({ id }: { id: string }) {
  const [body, setBody] = useState('');
  const [isInternal, setIsInternal] = useState(false);
  const reply = useCommand(replyToTicket, { invalidates: ['tickets'], onSuccess: () => setBody('') });
  return (
    <Stack gap="3">
      <TextAreaField
        label={isInternal ? t`Internal note` : t`Reply by email`}
        value={body}
        maxLength={5000}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <CheckboxField
        label={t`Internal note, not emailed`}
        checked={isInternal}
        onChange={(event) => setIsInternal(event.currentTarget.checked)}
      />
      <FormError>{reply.error?.userMessage}</FormError>
      <Button
        alignSelf="flex-start"
        disabled={body.trim() === '' || reply.isRunning}
        onClick={() => void reply.run({ id, body, isInternal })}
      >
        {reply.isRunning ? t`Sending...` : isInternal ? t`Add note` : t`Send reply`}
      </Button>
    </Stack>
  );
}
