import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** One row of docs/security.md. */
export type SecurityRow = { finding: string; tests: string[]; journeys: string[] };

const table = path.resolve(import.meta.dirname, '../../docs/security.md');

/** Reads the table of findings with the test files and browser journeys that each names. */
export async function readSecurityTable(): Promise<SecurityRow[]> {
  const lines = (await readFile(table, 'utf8')).split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
  return lines.slice(1).map((line) => {
    const [finding = '', tests = ''] = line.slice(2).split(' | ');
    const files = [...tests.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = '']) => file);
    return { finding, tests: files.filter((file) => file.includes('.test.')), journeys: files.filter((file) => file.includes('.spec.')) };
  });
}
