import { runningVersionsSchema, type RunningVersions } from '@masomo/contracts/runningVersions';
import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { containing, rangeOf, sortColumn, type ListFilter, type ListPage } from './listing.ts';

export const ticketStatuses = ['open', 'in_progress', 'waiting', 'resolved', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];
export type Ticket = { id: string; number: string; subject: string; sender: string; email: string; type: string; priority: string; status: TicketStatus; createdAt: string };
export type TicketReply = { id: string; author: string; body: string; isInternal: boolean; createdAt: string };
export type TicketDetail = Ticket & { message: string; versions: RunningVersions; replies: TicketReply[] };
export type TicketFilter = ListFilter & { status: TicketStatus | 'all' };

export const ticketKeys = {
  list: (filter: TicketFilter) => ['tickets', 'list', filter] as const,
  one: (id: string) => ['tickets', 'one', id] as const,
};

const columns = 'id, ticket_number, subject, sender_name, sender_email, support_type, priority, status, created_at';
type Row = { id: string; ticket_number: string; subject: string; sender_name: string; sender_email: string; support_type: string; priority: string; status: TicketStatus; created_at: string };

const toTicket = (row: Row): Ticket => ({
  id: row.id, number: row.ticket_number, subject: row.subject, sender: row.sender_name, email: row.sender_email, type: row.support_type, priority: row.priority, status: row.status, createdAt: row.created_at,
});

/** Tickets by number, subject or sender. */
export async function listTickets(db: Db, filter: TicketFilter): Promise<ListPage<Ticket>> {
  let query = db.from('support_tickets').select(columns, { count: 'exact' });
  if (filter.status !== 'all') query = query.eq('status', filter.status);
  const words = containing(filter.search);
  if (words) query = query.or(`ticket_number.ilike.${words},subject.ilike.${words},sender_name.ilike.${words},sender_email.ilike.${words}`);
  const { rows, total } = unwrapPage(await query.order(sortColumn(filter.sort.column, ['created_at', 'priority', 'status']), { ascending: !filter.sort.descending }).order('id').range(...rangeOf(filter)));
  return { rows: rows.map(toTicket), total };
}

/** A ticket with its conversation, oldest first. */
export async function getTicket(db: Db, id: string): Promise<TicketDetail> {
  const row = unwrap(await db.from('support_tickets').select(`${columns}, message, versions, ticket_replies(id, author_name, body, is_internal, created_at)`).eq('id', id).single());
  return {
    ...toTicket(row), message: row.message, versions: runningVersionsSchema.safeParse(row.versions).data ?? {},
    replies: row.ticket_replies.toSorted((a, b) => a.created_at.localeCompare(b.created_at))
      .map((reply) => ({ id: reply.id, author: reply.author_name, body: reply.body, isInternal: reply.is_internal, createdAt: reply.created_at })),
  };
}

/** Answers a ticket by mail, or keeps an internal note, and moves it to another status when one is given. */
export async function replyToTicket(db: Db, { id, body, isInternal, status }: { id: string; body: string; isInternal: boolean; status?: TicketStatus }): Promise<string> {
  const { error, status: http } = await db.rpc('reply_to_ticket', { ticket_id: id, body, is_internal: isInternal, ...(status ? { status } : {}) });
  return unwrap({ data: id, error, status: http });
}

/** Moves a ticket to another status. */
export async function setTicketStatus(db: Db, { id, status }: { id: string; status: TicketStatus }): Promise<string> {
  return unwrap(await db.from('support_tickets').update({ status }).eq('id', id).select('id').single()).id;
}
