import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { rangeOf, sortColumn, type ListFilter, type ListPage } from '../listing.ts';
import { nullable } from '../nullable.ts';

/** A conversation between a parent and a teacher of their child. */
export type Conversation = {
  id: string;
  student: string;
  className: string;
  guardian: string;
  teacher: string;
  /** What the caller is in it; neither for who oversees it. */
  side: 'guardian' | 'teacher' | 'overseer';
  /** Whether the caller may still write: as long as the parent is one of the child and the teacher teaches it. */
  canWrite: boolean;
  lastAt: string;
  /** Null for who oversees it, because reading a message is logged. */
  lastBody: string | null;
  isLastFromGuardian: boolean;
  unread: number;
};
export type Message = { id: string; isFromGuardian: boolean; body: string; sentAt: string };
/** Somebody to whom a parent may write about a child. */
export type ChildTeacher = { id: string; name: string; isClassTeacher: boolean; subjects: string[]; conversationId: string | null };

export const conversationKeys = {
  list: (filter: ListFilter) => ['conversations', 'list', filter] as const,
  one: (id: string) => ['conversations', 'one', id] as const,
  messages: (id: string) => ['conversations', 'messages', id] as const,
  teachers: (studentId: string) => ['conversations', 'teachers', studentId] as const,
};

type Row = {
  id: string;
  student: string;
  class_name: string | null;
  guardian: string;
  teacher: string;
  is_guardian: boolean;
  is_teacher: boolean;
  can_write: boolean;
  last_at: string;
  last_body: string | null;
  last_is_from_guardian: boolean;
  unread: number;
};
const toConversation = (row: Row): Conversation => ({
  id: row.id,
  student: row.student,
  className: nullable(row.class_name) ?? '',
  guardian: row.guardian,
  teacher: row.teacher,
  side: row.is_teacher ? 'teacher' : row.is_guardian ? 'guardian' : 'overseer',
  canWrite: row.can_write,
  lastAt: row.last_at,
  lastBody: nullable(row.last_body),
  isLastFromGuardian: row.last_is_from_guardian,
  unread: row.unread,
});

/** The conversations that the caller may read, the newest first. */
export async function listConversations(db: Db, filter: ListFilter): Promise<ListPage<Conversation>> {
  const words = filter.search.trim();
  const { rows, total } = unwrapPage(
    await db
      .rpc('list_conversations', words ? { search: words } : {}, { get: true, count: 'exact' })
      .order(sortColumn(filter.sort.column, ['last_at', 'student']), { ascending: !filter.sort.descending })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return { total, rows: rows.map(toConversation) };
}

/** One conversation; null where the caller may not read it. */
export async function getConversation(db: Db, id: string): Promise<Conversation | null> {
  const [row] = unwrap(await db.rpc('list_conversations', {}, { get: true }).eq('id', id).limit(1));
  return row ? toConversation(row) : null;
}

/** The latest two hundred messages of a conversation, the oldest first. Where the caller oversees it, the activity log has an entry. */
export async function listMessages(db: Db, conversationId: string): Promise<Message[]> {
  const rows = unwrap(
    await db
      .rpc('read_messages', { conversation_id: conversationId })
      .select('id, is_from_guardian, body, sent_at')
      .order('sent_at', { ascending: false })
      .order('id')
      .limit(200),
  );
  return rows.map((row) => ({ id: row.id, isFromGuardian: row.is_from_guardian, body: row.body, sentAt: row.sent_at })).reverse();
}

/** Who teaches a child of the caller now, the class teacher first. */
export async function listChildTeachers(db: Db, studentId: string): Promise<ChildTeacher[]> {
  return unwrap(await db.rpc('teachers_of_child', { student_id: studentId }, { get: true })).map((row) => ({
    id: row.id,
    name: row.name,
    isClassTeacher: row.is_class_teacher,
    subjects: row.subjects,
    conversationId: nullable(row.conversation_id),
  }));
}

/** Writes to a teacher of a child; resolves to the id of the conversation. */
export async function writeToTeacher(
  db: Db,
  { studentId, teacherId, body }: { studentId: string; teacherId: string; body: string },
): Promise<string> {
  return unwrap(await db.rpc('write_to_teacher', { student_id: studentId, teacher_id: teacherId, body }));
}

/** Writes on in a conversation, as the side that the caller is. */
export async function writeMessage(db: Db, { conversationId, body }: { conversationId: string; body: string }): Promise<string> {
  return unwrap(await db.rpc('write_message', { conversation_id: conversationId, body }));
}

/** Notes that the caller, parent or teacher, has read a conversation, with its notifications. */
export async function openConversation(db: Db, conversationId: string): Promise<string> {
  unwrap(await db.rpc('open_conversation', { conversation_id: conversationId }));
  return conversationId;
}
