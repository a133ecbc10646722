import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describeSettings } from '../process/readEnvironment.ts';
import { root } from '../root.ts';
import { trackedFiles } from './trackedFiles.ts';

const maxWidth = 160;
const maxReadmeLines = 150;
const wrapAt = 150;

export const configurationFile = 'docs/operations/configuration.md';
const [begin, end] = ['<!-- settings: begin -->', '<!-- settings: end -->'];

/** A list item with its further lines indented, broken between words but never within code. */
function wrapItem(text: string): string {
  const lines = ['-'];
  for (const word of text.match(/(?:`[^`]*`|\S)+/g) ?? []) {
    const line = lines.at(-1) ?? '';
    if (line.length + 1 + word.length > wrapAt) lines.push(`  ${word}`);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
}

/** The document of the settings, whose list is what `readEnvironment.ts` says. */
export function withSettings(text: string, settings = describeSettings()): string {
  const [before, rest = ''] = text.split(begin);
  const [, after = ''] = rest.split(end);
  const items = settings.map((setting) =>
    wrapItem(`\`${setting.name}\`${setting.default === null ? '' : ` (default \`${setting.default}\`)`}: ${setting.meaning}`),
  );
  return `${before}${begin}\n\n${items.join('\n')}\n\n${end}${after}`;
}

export const readDocument = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** What is too long to be read in a document. */
export function findTooLong(file: string, text: string): string[] {
  const lines = text.split('\n');
  const wide = lines.flatMap((line, index) =>
    line.length > maxWidth ? [`${file}:${index + 1}: ${line.length} characters, at most ${maxWidth}`] : [],
  );
  const count = lines.length - 1;
  return file === 'README.md' && count > maxReadmeLines ? [...wide, `${file}: ${count} lines, at most ${maxReadmeLines}`] : wide;
}

/** Documents that are too long, and the list of settings when it is not what the program reads. */
export function findInDocuments(): string[] {
  const tooLong = trackedFiles()
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => findTooLong(file, readDocument(file)));
  const configuration = readDocument(configurationFile);
  return withSettings(configuration) === configuration ? tooLong : [...tooLong, `${configurationFile}: run npm run settings`];
}
