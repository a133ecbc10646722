import * as z from '@masomo/data/zod';
import { loadedVersionsSchema, type LoadedVersions } from '@masomo/contracts/loadedVersions';
import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { searchPatterns, rangeOf, sortColumn, type ListFilter, type ListPage } from '../listing.ts';

export const ticketStatuses = ['open', 'in_progress', 'waiting', 'resolved', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];
export type Ticket = {
  id: string;
  number: string;
  subject: string;
  sender: string;
  email: string;
  type: string;
  priority: string;
  status: TicketStatus;
  createdAt: string;
  assigneeId: string;
  assignee: string;
};
/** A reply or internal note; `mail` is the delivery status of a reply's email. */
export type TicketReply = {
  id: string;
  author: string;
  body: string;
  isInternal: boolean;
  createdAt: string;
  mail: 'queued' | 'sending' | 'sent' | 'failed' | null;
};
/** A change of a ticket other than a reply. */
export type TicketEvent = {
  id: string;
  at: string;
  /** Null when the product did it by itself. */ actor: string | null;
  change: TicketChange;
};
/** `to` is null when the ticket was taken from everybody, and empty when it went to somebody who is no agent any more. */
export type TicketChange =
  { kind: 'assignee'; to: string | null } | { kind: 'status'; to: TicketStatus } | { kind: 'priority'; to: string };
/** A person tickets can be assigned to. */
export type Agent = { id: string; name: string };
export type TicketDetail = Ticket & {
  message: string;
  school: string;
  versions: LoadedVersions;
  replies: TicketReply[];
  events: TicketEvent[];
};
export type TicketFilter = ListFilter & { status: TicketStatus | 'all'; assigneeId: string };

export const ticketKeys = {
  list: (filter: TicketFilter) => ['tickets', 'list', filter] as const,
  one: (id: string) => ['tickets', 'one', id] as const,
  agents: () => ['users', 'agents'] as const,
};

const columns =
  'id, ticket_number, subject, sender_name, sender_email, support_type, priority, status, created_at, assigned_to, agent:users!support_tickets_assigned_to_fkey(first_name, last_name, email)';
type Row = {
  id: string;
  ticket_number: string;
  subject: string;
  sender_name: string;
  sender_email: string;
  support_type: string;
  priority: string;
  status: TicketStatus;
  created_at: string;
  assigned_to: string | null;
  agent: NamedPerson | null;
};
type NamedPerson = { first_name: string | null; last_name: string | null; email: string | null };

const nameOf = (person: NamedPerson | null) =>
  person ? [person.first_name, person.last_name].filter(Boolean).join(' ') || (person.email ?? '') : '';

const toTicket = (row: Row): Ticket => ({
  id: row.id,
  number: row.ticket_number,
  subject: row.subject,
  sender: row.sender_name,
  email: row.sender_email,
  type: row.support_type,
  priority: row.priority,
  status: row.status,
  createdAt: row.created_at,
  assigneeId: row.assigned_to ?? '',
  assignee: nameOf(row.agent),
});

/** Tickets by number, subject or sender. */
export async function listTickets(db: Db, filter: TicketFilter): Promise<ListPage<Ticket>> {
  let query = db.from('support_tickets').select(columns, { count: 'exact' });
  if (filter.status !== 'all') query = query.eq('status', filter.status);
  if (filter.assigneeId)
    query = filter.assigneeId === 'nobody' ? query.is('assigned_to', null) : query.eq('assigned_to', filter.assigneeId);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order(sortColumn(filter.sort.column, ['created_at', 'priority', 'status']), { ascending: !filter.sort.descending })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return { rows: rows.map(toTicket), total };
}

const mailStatus = z.catch(z.nullable(z.enum(['queued', 'sending', 'sent', 'failed'])), null);
const mailIdempotencyKey = (replyId: string) => `ticket-reply/${replyId}`;
const changeSchema = z.object({
  status: z.optional(z.enum(ticketStatuses)),
  priority: z.optional(z.string()),
  assigned_to: z.optional(z.nullable(z.string())),
});

/** Reads an audit entry of a ticket; undefined when only a timestamp changed. */
function changeOf(after: unknown, agents: ReadonlyMap<string, string>): TicketChange | undefined {
  const { data } = changeSchema.safeParse(after);
  if (data?.assigned_to !== undefined)
    return { kind: 'assignee', to: data.assigned_to === null ? null : (agents.get(data.assigned_to) ?? '') };
  if (data?.status) return { kind: 'status', to: data.status };
  return data?.priority ? { kind: 'priority', to: data.priority } : undefined;
}

/** A ticket with its replies and changes, oldest first. */
export async function getTicket(db: Db, id: string): Promise<TicketDetail> {
  const [ticket, log, agents] = await Promise.all([
    db
      .from('support_tickets')
      .select(`${columns}, message, versions, schools(name), ticket_replies(id, author_name, body, is_internal, created_at)`)
      .eq('id', id)
      .single(),
    db
      .from('audit_entries')
      .select('id, at, actor, after')
      .eq('entity', 'support_tickets')
      .eq('entity_id', id)
      .eq('action', 'update')
      .order('at')
      .limit(100),
    listAgents(db),
  ]);
  const row = unwrap(ticket);
  const mailKeys = row.ticket_replies.filter((reply) => !reply.is_internal).map((reply) => mailIdempotencyKey(reply.id));
  const mails =
    mailKeys.length === 0 ? [] : unwrap(await db.from('mail_outbox').select('idempotency_key, status').in('idempotency_key', mailKeys));
  const names = new Map(agents.map((agent) => [agent.id, agent.name]));
  return {
    ...toTicket(row),
    message: row.message,
    school: row.schools?.name ?? '',
    versions: loadedVersionsSchema.safeParse(row.versions).data ?? {},
    replies: row.ticket_replies
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
      .map((reply) => ({
        id: reply.id,
        author: reply.author_name,
        body: reply.body,
        isInternal: reply.is_internal,
        createdAt: reply.created_at,
        mail: mailStatus.parse(mails.find((mail) => mail.idempotency_key === mailIdempotencyKey(reply.id))?.status),
      })),
    events: unwrap(log).flatMap((entry) => {
      const change = changeOf(entry.after, names);
      return change ? [{ id: String(entry.id), at: entry.at ?? '', actor: entry.actor, change }] : [];
    }),
  };
}

/** The super admins, who answer tickets. */
export async function listAgents(db: Db): Promise<Agent[]> {
  const rows = unwrap(await db.from('super_admins').select('id, users(first_name, last_name, email)').limit(200));
  return rows.map((row) => ({ id: row.id, name: nameOf(row.users) || 'A super admin' })).toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Assigns a ticket; an empty `assigneeId` unassigns it. */
export async function assignTicket(db: Db, { id, assigneeId }: { id: string; assigneeId: string }): Promise<string> {
  return unwrap(
    await db
      .from('support_tickets')
      .update({ assigned_to: assigneeId || null })
      .eq('id', id)
      .select('id')
      .single(),
  ).id;
}

/** Replies to a ticket by email, or adds an internal note, and changes the status when one is given. */
export async function replyToTicket(
  db: Db,
  { id, body, isInternal, status }: { id: string; body: string; isInternal: boolean; status?: TicketStatus },
): Promise<string> {
  const { error, status: http } = await db.rpc('reply_to_ticket', {
    ticket_id: id,
    body,
    is_internal: isInternal,
    ...(status ? { status } : {}),
  });
  return unwrap({ data: id, error, status: http });
}

/** Changes the status of a ticket. */
export async function setTicketStatus(db: Db, { id, status }: { id: string; status: TicketStatus }): Promise<string> {
  return unwrap(await db.from('support_tickets').update({ status }).eq('id', id).select('id').single()).id;
}
