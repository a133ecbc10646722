import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');
const guides = [
  'README.md',
  'docs/security.md',
  ...readdirSync(path.join(root, 'docs/operations')).map((name) => `docs/operations/${name}`),
];
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));

/** Source that reads settings: the product's own, its functions, and what runs tests. */
const sources = ['deploy', 'supabase/functions', 'tools', 'bench', 'e2e'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?ts$|\.mjs$/.test(file) && !file.includes('node_modules') && !file.includes('.test.'))
    .map((file) => readFileSync(path.join(root, folder, file), 'utf8')),
);
/** Names as wholes, so that one is not found in a longer one. */
const known = new Set(sources.flatMap((text) => [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name)));
/** A setting of PostgREST, for those who run it. */
const foreign = ['PGRST_DB_PREPARED_STATEMENTS'];

const named = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? match[0]))];

describe.each(guides)('%s', (guide) => {
  const text = readFileSync(path.join(root, guide), 'utf8');

  it('names only variables that the product reads', () => {
    const unknown = named(text, /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g).filter((name) => !known.has(name) && !foreign.includes(name));
    expect(unknown).toEqual([]);
  });

  it('names only commands that exist', () => {
    expect(named(text, /\bnpm run ([a-z][a-z:-]*)/g).filter((name) => !(name in scripts))).toEqual([]);
    const files = named(text, /\bnode tools\/run\.mjs ([a-z][a-z:-]*)/g).map((name) => `tools/commands/${name.replaceAll(':', '-')}.ts`);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('names only files that exist, or says how they come to be', () => {
    const made = ['deploy/containers/gateway.env', 'deploy/containers/worker.env', 'deploy/containers/certificates'];
    const files = named(text, /\b(?:deploy|docs|tools|supabase|e2e)\/[\w./-]*\w/g);
    expect(files.filter((file) => !existsSync(path.join(root, file)) && !made.includes(file))).toEqual([]);
  });
});
