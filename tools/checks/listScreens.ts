import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';
import { isRemoteSource } from './remoteFiles.ts';
import { trackedFiles } from './trackedFiles.ts';

/** Where the one list and the one plain table are made. */
const makers = /^shared\/(?:remote\/src\/lists|design-system)\//;
/** What is neither a list nor a table of values, and why. */
const others: Readonly<Record<string, string>> = {
  'mfe-dashboard/src/learning/grades/GradebookTable.tsx':
    'a sheet in which every cell is typed, moved through with the arrow keys and pasted into',
};
const isOfBrowser = (file: string) =>
  /\.tsx$/.test(file) && !/\.test\.tsx$/.test(file) && (isRemoteSource(file) || /^(?:shell|shared)\//.test(file)) && !makers.test(file);

const signs: readonly { pattern: RegExp; says: string }[] = [
  { pattern: /<(?:DataTable|Pagination)\b/, says: 'pages rows itself' },
  { pattern: /\[\s*page\w*\s*,\s*set\w+\s*\]\s*=\s*useState(?:<number>)?\(\d/, says: 'keeps its own page' },
  { pattern: /useState(?:<[^;]*?>)?\(\{[^;]*?\bpageSize\b/, says: 'keeps its own page' },
  { pattern: /<SearchInput\b[\s\S]*<PlainTable\b/, says: 'searches a table itself' },
  { pattern: /<table\b|<Table\.Root\b|<chakra\.table\b/, says: 'builds a table beside `PlainTable`' },
];

/** What in the source of a component is built by hand beside `ListScreen`, `RecordList` and `PlainTable`; none where it uses them. */
export function handMadeList(source: string): string | undefined {
  return signs.find(({ pattern }) => pattern.test(source))?.says;
}

/** Lists with paging or search, and tables, that are built beside the one list screen and the one plain table. */
export function findHandMadeLists(): string[] {
  return trackedFiles()
    .filter((file) => isOfBrowser(file) && !(file in others))
    .flatMap((file) => {
      const says = handMadeList(readFileSync(path.join(root, file), 'utf8'));
      return says ? [`${file} ${says}`] : [];
    });
}
