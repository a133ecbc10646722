import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formatCatalogue, parseCatalogue, readCatalogue } from '../build/messages/catalogueFile.ts';
import { root } from '../root.ts';
import { trackedFiles } from '../checks/trackedFiles.ts';
import { checkTranslation } from './checkTranslation.ts';
import { compileCatalogue, textsFromModules } from '../build/messages/compileCatalogue.ts';
import { extractMessages } from './extractMessages.ts';
import { answerTexts, labelTexts, markedTexts, noticeTexts, refusalTexts, roleTexts, saidTexts } from './markedTexts.ts';

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
      "raise exception using errcode = 'P0001', message = 'It''s too late.', hint = 'a.late';\nmessage = format('%s has %s.', x, y);",
    ),
  ).toEqual(["It's too late.", '{0} has {1}.']);
  expect(refusalTexts("title constant text := private.require_text(name, 80, 'name', 'Name the class.');")).toEqual(['Name the class.']);
});

test('finds what functions say and answer, and the problems that SQL lists', () => {
  expect(saidTexts("const a = say('Hello {name}', { name }); say(label);", 'a.ts')).toEqual(['Hello {name}']);
  expect(() => saidTexts("say('{count, plural, one {#} other {#}}');", 'a.ts')).toThrow('plurals');
  expect(answerTexts("json({ error: issue?.message ?? 'Check it.' }); refuse(c, `${name} may not.`, 403);")).toEqual([
    'Check it.',
    '{0} may not.',
  ]);
  expect(
    refusalTexts(
      "create function private.setting_problems(a text) returns text as $$\n  select 'b', format('At most %s.', 1)\n$$;\nselect 'Not.';",
    ),
  ).toEqual(['At most {0}.']);
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
  expect(labelTexts("select private.school_table('public.loans', audit => true,\n  label => 'Loans of a''s');\nselect 'Not.';")).toEqual([
    "Loans of a's",
  ]);
});

test('finds the notifications that SQL writes', () => {
  expect(
    noticeTexts(
      "perform private.notify(people, 'mark/' || new.id,\n  format('Marked: %s', title), to_char(new.day, 'FMDD Mon'), '/dashboard');",
    ),
  ).toEqual(['Marked: {0}']);
  expect(
    noticeTexts("create function private.recent_activities(x uuid) returns jsonb as $$\n select format('%s paid KES %s', name, sum)\n$$;"),
  ).toEqual(['{0} paid KES {1}']);
  expect(noticeTexts("insert into public.notifications (user_id, title) select u.id, 'Welcome' from public.users u;")).toEqual(['Welcome']);
});

test('every refusal of the database has a code and a message in both languages', () => {
  const translated = new Set(
    readCatalogue('shared/data', 'sw').flatMap(({ message, translation }) => (translation === '' ? [] : [message])),
  );
  // Helpers that raise a sentence given to them, which is found where they are called, and a choice between sentences.
  const given = ['problem', 'closed', 'wrong.problem', 'case'];
  const unknown = trackedFiles()
    .filter((file) => /^supabase\/schemas\/.*\.sql$/.test(file))
    .flatMap((file) => {
      const sql = readFileSync(path.join(root, file), 'utf8');
      const refusals = [...sql.matchAll(/raise exception using ([\s\S]*?);$/gm)].map(([, using = '']) => using);
      const named = refusals.filter((using) => {
        const message = /message = (?:format\()?(?:'((?:[^']|'')*)'|([\w.]+))/.exec(using);
        const isKnown =
          message?.[1] === undefined
            ? given.includes(message?.[2] ?? '')
            : refusalTexts(`message = '${message[1]}'`).every((text) => translated.has(text));
        return !isKnown || !/hint = (?:'[a-z_]+\.[a-z_.]*'|code)/.test(using);
      });
      return [...named, ...refusalTexts(sql).filter((text) => !translated.has(text))].map((text) => `${file}: ${text}`);
    });
  expect(unknown).toEqual([]);
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
