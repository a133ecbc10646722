import { t } from '@lingui/core/macro';
import type { Db } from '@masomo/data';
import { readDocumentFile } from '@masomo/data/messages/documentFiles';
import { exportStudent, type StudentExport } from '@masomo/data/people/dataRequests';
import { formatDate } from '@masomo/domain/time';
import { today } from '@masomo/remote/schoolDay';

type Client = Parameters<typeof readDocumentFile>[0];

const titles: Record<string, string> = {
  students: t`Student`,
  guardians: t`Guardians`,
  student_guardians: t`Guardians of students`,
  enrolments: t`Classes`,
  attendance: t`Attendance`,
  grades: t`Marks`,
  subject_results: t`Results`,
  submissions: t`Submissions`,
  student_records: t`Records`,
  documents: t`Documents`,
  fee_charges: t`Charges`,
  fee_invoices: t`Invoices`,
  fee_credits: t`Credit notes`,
  fee_payments: t`Fee payments`,
  student_balances: t`Balance due`,
  consents: t`Consents`,
  custody_marks: t`Custody`,
  data_requests: t`Data requests`,
};

/** Collects a student's rows and documents and downloads them as one archive. */
export async function saveStudentFile(
  db: Db,
  client: Client,
  { id, name, school }: { id: string; name: string; school: string },
): Promise<string> {
  const [data, { studentFileZip }, { saveZip }] = await Promise.all([
    exportStudent(db, id),
    import('@masomo/documents/studentFile'),
    import('@masomo/documents/saveFile'),
  ]);
  const file = studentFileZip({
    issuer: { name: school },
    student: name,
    printedOn: formatDate(today()),
    tables: Object.entries(data).map(([table, rows]) => ({ name: table, title: titles[table] ?? table, rows })),
    documents: await readDocuments(client, data['documents'] ?? []),
  });
  saveZip(`${name}.zip`, file);
  return id;
}

async function readDocuments(client: Client, rows: StudentExport[string]): Promise<{ name: string; content: Uint8Array }[]> {
  const files: { name: string; content: Uint8Array }[] = [];
  for (const { file_path: filePath, title } of rows)
    if (typeof filePath === 'string' && typeof title === 'string') files.push(await readDocumentFile(client, { filePath, title }));
  return files;
}
