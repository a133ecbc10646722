import type { Role } from '@masomo/domain/roles';
import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { fullName } from '@masomo/domain/personName';
import { searchPatterns, rangeOf, sortColumn, type ListFilter, type ListPage } from '../listing.ts';
import { ifUnchanged, type ReadVersion } from '../recordVersions.ts';

/** Private storage bucket of school documents. */
export const documentBucket = 'school-documents';
/** File types the bucket accepts; the server refuses all others. */
export const documentTypes = '.pdf,.png,.jpg,.jpeg,.webp,.txt,.csv,.doc,.docx,.xls,.xlsx,.ppt,.pptx';
export const maxDocumentBytes = 25 * 1024 * 1024;
/** Roles a document can be shared with. */
export const documentReaders = ['admin', 'teacher', 'staff', 'parent', 'student'] as const satisfies readonly Role[];
export type DocumentReader = (typeof documentReaders)[number];

/** A shared file. One about a student is visible to that student's family only. */
export type SchoolDocument = {
  id: string;
  updatedAt: string;
  title: string;
  filePath: string;
  size: number;
  type: string;
  audience: DocumentReader[];
  student: string;
  uploadedBy: string | null;
  createdAt: string;
};
export type DocumentFields = { title: string; audience: DocumentReader[] };

/** Documents shared with roles, or about one student; empty means both. */
export type DocumentFilter = ListFilter & { about: 'everybody' | 'student' | '' };

export const documentKeys = { list: (filter: DocumentFilter) => ['documents', 'list', filter] as const };

const isReader = (role: string): role is DocumentReader => documentReaders.some((reader) => reader === role);

/** Documents the caller may see. */
export async function listDocuments(db: Db, filter: DocumentFilter): Promise<ListPage<SchoolDocument>> {
  let query = db
    .from('documents')
    .select(
      'id, updated_at, title, file_path, file_size, mime_type, audience, uploaded_by, created_at, students!documents_student_id_school_id_fkey(first_name, last_name)',
      { count: 'exact' },
    );
  if (filter.about) query = filter.about === 'student' ? query.not('student_id', 'is', null) : query.is('student_id', null);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order(sortColumn(filter.sort.column, ['created_at', 'title', 'file_size']), { ascending: !filter.sort.descending })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      updatedAt: row.updated_at,
      title: row.title,
      filePath: row.file_path,
      size: row.file_size,
      type: row.mime_type,
      audience: row.audience.filter(isReader),
      uploadedBy: row.uploaded_by,
      createdAt: row.created_at,
      student: row.students ? fullName(row.students.first_name, row.students.last_name) : '',
    })),
  };
}

/** Creates the document of an uploaded file; the database takes size and type from storage. */
export async function addDocument(
  db: Db,
  {
    schoolId,
    studentId,
    filePath,
    fields: { title, audience },
  }: { schoolId: string; studentId: string; filePath: string; fields: DocumentFields },
): Promise<string> {
  return unwrap(
    await db
      .from('documents')
      .insert({ school_id: schoolId, student_id: studentId || null, title, audience, file_path: filePath })
      .select('id')
      .single(),
  ).id;
}

/** Changes a document's title and who it is for. */
export async function changeDocument(
  db: Db,
  { id, fields: { title, audience }, read }: { id: string; fields: DocumentFields; read?: ReadVersion | undefined },
): Promise<string> {
  return unwrap(await ifUnchanged(db.from('documents').update({ title, audience }).eq('id', id), read).select('id').single()).id;
}

/** Deletes a document, one about a student with a reason, which is in the log; resolves to the path of its file. */
export async function removeDocument(db: Db, { id, reason }: { id: string; reason: string | null }): Promise<string> {
  return unwrap(await db.rpc('remove_document', { document_id: id, ...(reason === null ? {} : { reason }) }));
}
