import { expect, test } from 'vitest';
import { compileMacros } from './compileMacros.ts';

const compile = (source: string) =>
  compileMacros(
    `import { msg, plural, t } from '@lingui/core/macro'; import { Plural, Trans } from '@lingui/react/macro';\n${source}`,
    'a.tsx',
  )
    .code.split(';\n')
    .map((line) => line.replace(/\s+/g, ' ').replace(/;$/, ''));

test('a text without values is a call with its English', () => {
  expect(compile("export const a = () => t`It's saved`")).toEqual([
    'import { t as _t } from "@masomo/i18n"',
    'export const a = () => _t("It\'s saved")',
  ]);
});

test('values and plurals are compiled, so the browser needs no parser', () => {
  expect(
    compile('export const a = (name: string, count: number) => t`${name} has ${plural(count, { one: "# book", other: "# books" })}`')[1],
  ).toBe(
    'export const a = (name: string, count: number) => _t([["name"], " has ", ["count", "plural", { one: ["#", " book"], other: ["#", " books"] }]], { name: name, count: count })',
  );
});

test('a text between elements is no element', () => {
  expect(compile('export const a = <b><Trans>Save</Trans></b>')[1]).toBe('export const a = <b>{_t("Save")}</b>');
});

test('elements stay elements', () => {
  expect(compile('export const a = (x: string) => <Trans>Hi <b>{x}</b></Trans>')[1]).toBe(
    'export const a = (x: string) => <_Trans2 message={["Hi <0>", ["x"], "</0>"]} values={{ x: x }} components={{ 0: <b /> }} />',
  );
});

test('`msg` keeps a message for later', () => {
  expect(compile('const label = msg`Open`; export const a = () => t(label)')).toEqual([
    'import { t as _t } from "@masomo/i18n"',
    'const label = "Open"',
    'export const a = () => _t(label)',
  ]);
});

test('a context tells apart two meanings of one word', () => {
  expect(compile('export const a = () => t({ message: "Open", context: "verb" })')[1]).toBe(
    'export const a = () => _t("Open", {}, "verb")',
  );
});

test('lists the messages of a source', () => {
  const { messages } = compileMacros(
    "import { t } from '@lingui/core/macro'; export const a = (n: { x: string }, m: string) => t`Hello ${n.x} and ${m}`",
    'a.ts',
  );
  expect(messages).toEqual([{ message: 'Hello {0} and {m}', context: undefined, placeholders: { 0: 'n.x' } }]);
});
