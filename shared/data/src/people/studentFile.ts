import * as z from 'zod/mini';
import { studentExportSchema, type StudentExport } from '@masomo/domain/studentExport';
import { askForPaper, type PaperClient } from '../papers.ts';

/** Everything about a student that the caller may see, for reading and as data. Each is logged. Throws a classified DataError. */
export async function fetchStudentFile(
  client: PaperClient,
  student: string,
): Promise<{ paper: Uint8Array<ArrayBuffer>; data: StudentExport }> {
  const form = await (await askForPaper(client, 'student-file', { student })).formData();
  const part = (name: string) => z.parse(z.instanceof(Blob), form.get(name));
  return {
    paper: new Uint8Array(await part('paper').arrayBuffer()),
    data: z.parse(studentExportSchema, JSON.parse(await part('data').text())),
  };
}
