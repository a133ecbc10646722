import type { StudentExport } from '@masomo/domain/studentExport';
import { strToU8, zipSync } from 'fflate';

type StudentArchive = { data: StudentExport; paper: Uint8Array; documents: readonly { name: string; content: Uint8Array }[] };

/** A ZIP with the data for a computer (JSON), for reading (PDF), and the documents as they were stored. */
export function studentArchive({ data, paper, documents }: StudentArchive): Uint8Array {
  return zipSync({
    'data.json': strToU8(JSON.stringify(data, null, 2)),
    'data.pdf': paper,
    ...Object.fromEntries(
      documents.map(({ name, content }, index) => [`documents/${index + 1} ${name.replaceAll(/[/\\]/g, '-')}`, content]),
    ),
  });
}
