import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const textsByLanguage = new Map<string, Readonly<Record<string, string>>>();

/** What the mails of modules and add-ons say in a language, from their own folders; empty for English. */
export function moduleTexts(language: string): Readonly<Record<string, string>> {
  const known = textsByLanguage.get(language);
  if (known) return known;
  const files = globSync('{modules,addons}/*/mails/*.json', { cwd: root }).filter((file) => path.basename(file, '.json') === language);
  const texts = Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Record<string, string>),
  );
  textsByLanguage.set(language, texts);
  return texts;
}
