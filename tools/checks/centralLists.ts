import { readFileSync } from 'node:fs';
import path from 'node:path';
import { moduleDeclarations } from '../modules/declarations.ts';
import { moduleObjects } from '../modules/objects.ts';
import { root } from '../root.ts';
import { trackedFiles } from './trackedFiles.ts';

/** Files outside the folders that may name a module or an add-on, and why. */
const others: readonly { files: RegExp; because: string }[] = [
  { files: /^(?:modules|addons)\//, because: 'they are the modules and add-ons' },
  { files: /^docs\/|\.md$|\/locales\//, because: 'people read them, and translations are of what a folder says' },
  { files: /^supabase\/migrations\//, because: 'they keep what was, in one sequence' },
  { files: /^supabase\/functions\/_shared\/texts\/sw\.json$/, because: 'it is generated from the catalogues of the folders' },
  { files: /^supabase\/seed\//, because: 'rows of the price book and of the schools of the demonstration are content' },
  { files: /\.test\.tsx?$|\/__tests__\/|^e2e\/|^supabase\/tests\//, because: 'a test of the core tries it with what there is' },
  { files: /^tools\/modules\/(?:newModule|moduleCommand)/, because: 'its usage has an example' },
  { files: /^supabase\/functions\/meetings\//, because: 'edge functions are deployed from one folder' },
  {
    files: /^deploy\/gateway\/src\/readers\//,
    because: 'readers are given a host and no path, so the gateway speaks their protocol at its root',
  },
  {
    files: /^supabase\/schemas\/store\/plan_limits\.sql$/,
    because: 'the store sells more campuses by a plan or by the add-on for branches',
  },
  {
    files: /^deploy\/gateway\/src\/schoolApps\//,
    because: 'a manifest and assetlinks.json are read at the root of a host name, before anyone has signed in',
  },
  { files: /^bench\//, because: 'a bench measures the product with what there is' },
];

const camelCase = (slug: string) => slug.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
const pascalCase = (slug: string) => camelCase(slug).replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** What modules and add-ons are called: folders, the names that sell them, and what their schemas make. */
export type ModuleNames = { folders: readonly string[]; titles: readonly string[]; objects: readonly string[] };

/** Finds a name of a module in a line. A name of one word, such as `library`, counts only where it can mean nothing else. */
export function namesPattern({ folders, titles, objects }: ModuleNames): RegExp {
  const slugs = folders.map((folder) => folder.split('/')[1] ?? '');
  const long = slugs.filter((slug) => slug.includes('-'));
  const words = [
    ...long.flatMap((slug) => [slug, slug.replaceAll('-', '_'), camelCase(slug), pascalCase(slug)]),
    ...objects.filter((name) => name.includes('_')),
    ...titles,
  ];
  const marked = [
    String.raw`(?:module|addon)s?[:/-](?:${slugs.join('|')})`,
    String.raw`(?:public|private)\.(?:${objects.filter((name) => !name.includes('_')).join('|') || '-'})`,
    ...words,
  ];
  // Names of code have it at their end or at their beginning.
  const parts = long.map((slug) => `${pascalCase(slug)}|${camelCase(slug)}(?=[A-Z])`);
  return new RegExp([String.raw`(?<![\w-])(?:${marked.join('|')})(?![\w])`, ...parts].join('|'));
}

const shipped = () =>
  namesPattern({
    folders: [...moduleDeclarations.keys()],
    titles: [...moduleDeclarations.values()].flatMap(({ soldAs = [] }) => (typeof soldAs === 'string' ? soldAs : Object.values(soldAs))),
    objects: [...moduleObjects.keys()],
  });

/** Lines of files outside the folders that name a module or an add-on: each would be one more place to edit for the next. */
export function findCentralLists(
  files: readonly string[] = trackedFiles(),
  read = (file: string) => readFileSync(path.join(root, file), 'utf8'),
  pattern = shipped(),
): string[] {
  return files
    .filter(
      (file) => /\.(?:[cm]?[jt]sx?|sql|json|ya?ml|toml|css|html|sh|conf)$/.test(file) && !others.some((other) => other.files.test(file)),
    )
    .flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 160)}`] : [])),
    );
}
