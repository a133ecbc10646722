import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** One weakness of docs/security.md. */
export type SecurityRow = { finding: string; tests: string[]; journeys: string[] };

const document = path.resolve(import.meta.dirname, '../../docs/security.md');

/** Reads the list of findings with the test files and browser journeys that each names. */
export async function readSecurityTable(): Promise<SecurityRow[]> {
  const paragraphs = (await readFile(document, 'utf8')).split('\n\n').filter((paragraph) => paragraph.startsWith('- **'));
  return paragraphs.map((paragraph) => {
    const text = paragraph.replaceAll(/\s+/g, ' ');
    const [, finding = ''] = /^- \*\*(.+?)\.\*\*/.exec(text) ?? [];
    const [, tests = ''] = text.split(' Tests: ');
    const files = [...tests.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = '']) => file);
    return { finding, tests: files.filter((file) => file.includes('.test.')), journeys: files.filter((file) => file.includes('.spec.')) };
  });
}
