import { useState } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import { getTicket, replyToTicket, setTicketStatus, ticketKeys, ticketStatuses, type TicketDetail } from '@masomo/data/support';
import { Badge, Box, Button, ErrorState, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { CheckboxField, FormError, SelectField, TextAreaField } from '@masomo/design-system/forms';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import { formatMoment } from '../shared/days.ts';
import { statusWords } from './ticketWords.ts';

/** A ticket, its conversation, and the answer. */
export function TicketDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: ticket, error, reload } = useQuery(ticketKeys.one(id), (db) => getTicket(db, id));
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} size="lg" scrollBehavior="inside">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header><Dialog.Title>{ticket ? `${ticket.number}: ${ticket.subject}` : 'Ticket'}</Dialog.Title></Dialog.Header>
            <Dialog.Body>
              {error && <ErrorState error={error} onRetry={reload} />}
              {!error && !ticket && <SkeletonText noOfLines={6} />}
              {!error && ticket && <Conversation ticket={ticket} />}
            </Dialog.Body>
            <Dialog.CloseTrigger asChild><CloseButton size="sm" aria-label="Close" /></Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function Conversation({ ticket }: { ticket: TicketDetail }) {
  const move = useCommand(setTicketStatus, { invalidates: ['tickets', 'overview'] });
  return (
    <Stack gap="5">
      <SelectField
        label="Status" options={ticketStatuses.map((value) => ({ value, label: statusWords[value] }))} value={ticket.status} disabled={move.isRunning}
        onChange={(event) => { const status = ticketStatuses.find((value) => value === event.currentTarget.value); if (status) void move.run({ id: ticket.id, status }); }}
      />
      <FormError>{move.error?.message}</FormError>
      <Message author={`${ticket.sender} (${ticket.email})`} at={ticket.createdAt} body={ticket.message} />
      <Versions versions={ticket.versions} />
      {ticket.replies.map((reply) => <Message key={reply.id} author={reply.author} at={reply.createdAt} body={reply.body} isInternal={reply.isInternal} />)}
      <ReplyForm id={ticket.id} />
    </Stack>
  );
}

/** What ran where the ticket was written; a failure is often one version's. */
function Versions({ versions }: Pick<TicketDetail, 'versions'>) {
  const parts = Object.entries(versions);
  if (parts.length === 0) return null;
  return (
    <Box as="details" fontSize="sm">
      <Box as="summary" cursor="pointer" color="fg.muted">Versions that ran where it was written</Box>
      <Box as="ul" listStyleType="none" fontFamily="mono" mt="2">{parts.map(([part, version]) => <li key={part}>{part} {version}</li>)}</Box>
    </Box>
  );
}

function Message({ author, at, body, isInternal = false }: { author: string; at: string; body: string; isInternal?: boolean }) {
  return (
    <Box borderWidth="1px" borderRadius="md" p="4" bg={isInternal ? 'bg.muted' : 'bg.panel'}>
      <HStack justify="space-between" mb="2" fontSize="sm"><Text fontWeight="600">{author}</Text><Text color="fg.muted">{formatMoment(at)}</Text></HStack>
      <Text whiteSpace="pre-wrap">{body}</Text>
      {isInternal && <Badge mt="2">Internal note</Badge>}
    </Box>
  );
}

function ReplyForm({ id }: { id: string }) {
  const [body, setBody] = useState('');
  const [isInternal, setIsInternal] = useState(false);
  const reply = useCommand(replyToTicket, { invalidates: ['tickets'], onSuccess: () => setBody('') });
  return (
    <Stack gap="3">
      <TextAreaField label={isInternal ? 'Internal note' : 'Reply by mail'} value={body} maxLength={5000} onChange={(event) => setBody(event.currentTarget.value)} />
      <CheckboxField label="Internal note, not mailed" checked={isInternal} onChange={(event) => setIsInternal(event.currentTarget.checked)} />
      <FormError>{reply.error?.message}</FormError>
      <Button alignSelf="flex-start" disabled={body.trim() === '' || reply.isRunning} onClick={() => void reply.run({ id, body, isInternal })}>{reply.isRunning ? 'Sending...' : isInternal ? 'Keep note' : 'Send reply'}</Button>
    </Stack>
  );
}
