import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formatCatalogue, parseCatalogue, readCatalogue } from '../build/messages/catalogueFile.ts';
import { isModuleSchema, packageOf } from '../build/messages/compileCatalogue.ts';
import { root } from '../root.ts';
import { trackedFiles } from '../checks/trackedFiles.ts';
import { checkTranslation } from './checkTranslation.ts';
import { compileCatalogue, textsFromModules } from '../build/messages/compileCatalogue.ts';
import { extractMessages } from './extractMessages.ts';
import { codedSentences, labelTexts, markedTexts, refusalTexts, roleTexts, saidInSql, saidTexts, sentencesOf } from './markedTexts.ts';
import { moduleThatShows } from './extractMessages.ts';

test('a catalogue is read as it was written', () => {
  const entries = [
    {
      message: 'Remove "{0}"?\nIt is gone then.',
      context: undefined,
      translation: 'Ondoa "{0}"?',
      references: ['src/a.tsx', 'src/b.tsx'],
      placeholders: ['placeholder {0}: student.name'],
      notes: ['Short.'],
    },
    { message: 'Open', context: 'verb', translation: '', references: ['src/a.tsx'], placeholders: [], notes: [] },
  ];
  expect(parseCatalogue(formatCatalogue(entries, 'sw'))).toEqual(entries);
});

test.each([
  ['{name} has {count, plural, one {# book} other {# books}}', '{count, plural, one {Kitabu #} other {Vitabu #}} vya {name}', undefined],
  ['Ask <0>us</0> or <1/>', '<1/> au uliza <0>sisi</0>', undefined],
  ['It is for {name}', 'Ni ya', 'lacks {name}'],
  ['Save', 'Hifadhi {name}', 'has {name}, which the English text has not'],
  ['<0>Ask</0>', '</0>Uliza<0>', 'has elements that are not closed in order'],
  ['Save {name}', 'Hifadhi {name', 'cannot be read'],
])('a translation keeps the values and elements of its text: %s', (message, translation, problem) => {
  const found = checkTranslation(message, translation);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});

test('finds each text of a package once', () => {
  const extracted = extractMessages(trackedFiles().filter((file) => file.startsWith('shared/')));
  expect([...extracted.keys()]).toContain('shared/design-system');
  const messages = extracted.get('shared/design-system')?.map(({ message, context }) => `${context ?? ''} ${message}`) ?? [];
  expect(messages.length).toBeGreaterThan(0);
  expect(new Set(messages).size).toBe(messages.length);
});

test('finds marked texts and the sentences of refusals', () => {
  const source =
    "import { translatable } from '@masomo/domain/translatable';\nexport const labels = { a: translatable('Teacher'), b: 'b' };";
  expect(markedTexts(source, 'a.ts')).toEqual(['Teacher']);
  expect(
    refusalTexts(
      "perform private.refuse('a.late', 'It''s too late.', field => 'day');\nperform private.refuse(\n  'b.full', '{a} has {b}.', x);",
    ),
  ).toEqual(["It's too late.", '{a} has {b}.']);
  expect(refusalTexts("title constant text := private.require_text(name, 80, 'name', 'Name the class.');")).toEqual(['Name the class.']);
});

test('finds what functions say and answer, and what SQL says otherwise', () => {
  expect(saidTexts("const a = say('Hello {name}', { name }); say(label);", 'a.ts')).toEqual(['Hello {name}']);
  expect(() => saidTexts("say('{count, plural, one {#} other {#}}');", 'a.ts')).toThrow('plurals');
  expect(
    sentencesOf("refuse('form.bad', 'Check it.', 400); refuse(c, 'a.b', sentence('{name} may not.', { name }), 403);", 'a.ts'),
  ).toEqual(['Check it.', '{name} may not.']);
  expect(
    saidInSql("perform private.notify(people, 'mark/' || new.id,\n  private.say('Marked: {title}', args), to_jsonb(new.body));"),
  ).toEqual(['Marked: {title}']);
});

test('the texts of roles are what a school may give and the names of suggestions, without what is the platform’s', () => {
  const row = (isPlatform: boolean, sentence: string) =>
    `{"name": "a:b", "is_platform": ${isPlatform}, "is_about_children": false,\n    "sentence": "${sentence}"}`;
  expect(roleTexts(`'[${row(true, 'Not.')}, ${row(false, "May see the school''s fees.")}]'`)).toEqual(["May see the school's fees."]);
  expect(
    roleTexts("insert into private.role_suggestions (slug, position, name) values\n  ('gate-guard', 9, 'Gate guard', 'staff');\n"),
  ).toEqual(['Gate guard']);
});

test('finds what tables are called in the activity log', () => {
  expect(labelTexts("select private.mail_kind('loan', payer => 'school', label => 'Loan of a book',\n  withdrawal => 'x');")).toEqual([
    'Loan of a book',
  ]);
  expect(labelTexts("select private.school_table('public.loans', audit => true,\n  label => 'Loans of a''s');\nselect 'Not.';")).toEqual([
    "Loans of a's",
  ]);
});

const serverFiles = trackedFiles().filter((file) => moduleThatShows(file) !== undefined);
const sourceOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('a code has one sentence, wherever it is refused with', () => {
  const sentences = new Map<string, Set<string>>();
  for (const { code, sentence } of serverFiles.flatMap((file) => codedSentences(sourceOf(file))))
    sentences.set(code, (sentences.get(code) ?? new Set()).add(sentence));
  expect(sentences.size).toBeGreaterThan(250);
  expect([...sentences].filter(([, found]) => found.size > 1).map(([code, found]) => [code, ...found])).toEqual([]);
});

test('every code of a refusal and everything else that servers say has a sentence in Swahili', () => {
  const translated = new Set(
    ['shared/data', ...new Set(serverFiles.filter(isModuleSchema).map(packageOf))].flatMap((folder) =>
      readCatalogue(folder, 'sw').flatMap(({ message, translation }) => (translation === '' ? [] : [message])),
    ),
  );
  const untranslated = serverFiles.flatMap((file) => {
    const source = sourceOf(file);
    const coded = codedSentences(source).map(({ code, sentence }) => [code, sentence] as const);
    const said = file.endsWith('.sql') ? [...refusalTexts(source), ...saidInSql(source)] : sentencesOf(source, file);
    return [...coded, ...said.map((text) => [file, text] as const)].filter(([, text]) => !translated.has(text));
  });
  expect(untranslated).toEqual([]);
});

test('what the SQL of a module says is in its own catalogue, and in builds that show it where the module is not loaded', () => {
  const extracted = extractMessages(trackedFiles().filter((file) => file.startsWith('addons/qr-attendance/')));
  const has = (folder: string, text: string) => extracted.get(folder)?.some(({ message }) => message === text) ?? false;
  const texts = readCatalogue('addons/qr-attendance', 'sw').filter(({ references }) => references.some((file) => file.endsWith('.sql')));
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.filter(({ message }) => !has('addons/qr-attendance', message))).toEqual([]);
  const shown = Object.values(compileCatalogue(['shared/data/src/errors.ts'], 'sw'));
  expect(texts.filter(({ translation, context }) => context === undefined && !shown.includes(translation))).toEqual([]);
  expect(textsFromModules(['shared/data/src/errors.ts'], ['sw']).length).toBeGreaterThanOrEqual(texts.length);
  expect(textsFromModules(['shared/data/src/store/orders.ts'], ['sw'])).toEqual([]);
});
