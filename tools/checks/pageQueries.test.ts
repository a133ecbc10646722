import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readManifests } from '../build/readManifest.ts';
import { sourcesOf as sourcesFolder } from '../build/workspace.ts';

const root = path.resolve(import.meta.dirname, '../..');
const readers = [
  /\.searchParams\s*\.(?:get|getAll|has)\(\s*['"]([\w-]+)['"]/g,
  /\b(?:search|searchParams)\.(?:get|getAll|has)\(\s*['"]([\w-]+)['"]/g,
];

/** Names of the query parameters that a source reads; `*` when it reads them without naming them. */
function parametersIn(source: string): string[] {
  const names = readers.flatMap((reader) => [...source.matchAll(reader)].map(([, name = '']) => name));
  const isUnnamed = names.length === 0 && /\buseSearchParams\b|\bnew URLSearchParams\(\s*(?:location|url)\b/.test(source);
  return [...new Set(isUnnamed ? ['*'] : names)];
}

function sourcesOf(app: string): string[] {
  const folder = path.join(root, sourcesFolder(app));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
}

it.each([
  [`const plan = url.searchParams.get('plan');`, ['plan']],
  [`const [search] = useSearchParams(); const a = search.get('category'), b = search.has("sale");`, ['category', 'sale']],
  ['const [search] = useSearchParams(); return Object.fromEntries(search);', ['*']],
  [`const { id } = useParams();`, []],
])('finds what a source reads: %s', (source, names) => {
  expect(parametersIn(source)).toEqual(names);
});

it.each((await readManifests()).filter(({ prerender }) => prerender))(
  'the public pages of $name declare the query parameters that they read',
  ({ name, routes }) => {
    const declared = new Set(routes.flatMap(({ query = [] }) => query));
    const read = new Set(sourcesOf(name).flatMap(parametersIn));
    expect(
      [...read].filter((parameter) => !declared.has(parameter)),
      'read, but missing in the manifest',
    ).toEqual([]);
    expect(
      [...declared].filter((parameter) => !read.has(parameter)),
      'declared in the manifest, but read nowhere',
    ).toEqual([]);
  },
);
