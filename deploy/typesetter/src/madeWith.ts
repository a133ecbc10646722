import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fontPackages } from './fonts.ts';
import type { Paper } from './paper.ts';

/** What a paper is made with: a digest of its template and the one that all share, and the versions of the compiler and of each font. */
type MadeWith = { template: string; compiler: string; fonts: Readonly<Record<string, string>> };

const templateText = (name: string) => readFileSync(new URL(`templates/${name}.typ`, import.meta.url));
const versionOf = (name: string) =>
  /"version": "([^"]+)"/.exec(readFileSync(new URL(import.meta.resolve(`${name}/package.json`)), 'utf8'))?.[1] ?? '';

const known = new Map<Paper['template'], MadeWith>();

/** What papers of a template are made with. */
export function madeWith(template: Paper['template']): MadeWith {
  const found = known.get(template) ?? {
    template: createHash('sha256').update(templateText(template)).update(templateText('school')).digest('hex').slice(0, 16),
    compiler: versionOf('@myriaddreamin/typst-ts-node-compiler'),
    fonts: Object.fromEntries(fontPackages.map((name) => [name, versionOf(`@expo-google-fonts/${name}`)])),
  };
  known.set(template, found);
  return found;
}
