import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';
import { textsAreMessages } from './textsAreMessages.ts';

const linter = new Linter();

/** The number of texts that the rule reports in a component's source. */
function literals(code: string): number {
  const messages = linter.verify(
    code,
    [
      {
        files: ['**/*.tsx'],
        languageOptions: { parser: tseslint.parser as Linter.Parser, parserOptions: { ecmaFeatures: { jsx: true } } },
        plugins: { masomo: { rules: { 'texts-are-messages': textsAreMessages } } },
        rules: { 'masomo/texts-are-messages': 'error' },
      },
    ],
    'component.tsx',
  );
  const fatal = messages.find((message) => message.fatal);
  if (fatal) throw new SyntaxError(fatal.message);
  return messages.length;
}

it.each([
  '<p>Save</p>',
  '<>Save <b>{name}</b></>',
  "<p>{'Save'}</p>",
  "<p>{isNew ? 'Add' : t`Save`}</p>",
  "<p>{isNew && 'Add'}</p>",
  "<p>{name ?? 'Nobody'}</p>",
  '<p>{`${count} students`}</p>',
  '<Button title="Save" />',
  "<Field label={isNew ? 'Name' : t`New name`} />",
  '<input placeholder="Search" />',
  '<img alt={`Photo of ${name}`} />',
  "<button aria-label={'Close ' + name} />",
  '<Trans>Ask <Link title="Contact">us</Link></Trans>',
  "toaster.error({ title: 'The student was not saved' });",
  "const options = [{ value: 'all', label: 'All' as const }];",
  "<Box {...{ 'aria-label': 'Menu' }} />",
])('reports %s', (code) => expect(literals(code)).toBe(1));

it.each([
  '<p><Trans>Save <b>{name}</b></Trans></p>',
  '<p>{t`Save`}</p>',
  '<p>{name} · {count}% – © 2026</p>',
  "<p>{state === 'open' ? t`Open` : t`Closed`}</p>",
  "<p>{a}{' '}{b}</p>",
  '<code>npm start</code>',
  '<input placeholder="/old-page" name="firstName" className="field" />',
  '<Field label={t`Name`} title={title} />',
  "const column = { id: 'name', label: t`Name`, title: name };",
])('accepts %s', (code) => expect(literals(code)).toBe(0));
