import { readDocumentFile } from '@masomo/data/messages/documentFiles';
import { fetchStudentFile } from '@masomo/data/people/studentFile';

type Client = Parameters<typeof readDocumentFile>[0] & Parameters<typeof fetchStudentFile>[0];

/** Downloads everything about a student as an archive: the data for a computer (JSON) and for reading (PDF), and the documents. */
export async function saveStudentFile(client: Client, { id, name }: { id: string; name: string }): Promise<string> {
  const { paper, data } = await fetchStudentFile(client, id);
  const documents: { name: string; content: Uint8Array }[] = [];
  for (const { file_path: filePath, title } of data['documents'] ?? [])
    if (typeof filePath === 'string' && typeof title === 'string') documents.push(await readDocumentFile(client, { filePath, title }));
  const [{ studentArchive }, { saveZip }] = await Promise.all([
    import('@masomo/documents/studentArchive'),
    import('@masomo/documents/saveFile'),
  ]);
  saveZip(`${name}.zip`, studentArchive({ data, paper, documents }));
  return id;
}
