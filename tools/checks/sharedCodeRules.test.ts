import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { sharedCodeRules } from './sharedCodeRules.ts';

const linter = new Linter();

/** The number of problems a rule reports in a component's source. */
function problems(rule: string, code: string): number {
  const messages = linter.verify(
    code,
    [
      {
        files: ['**/*.tsx'],
        languageOptions: { parser: tseslint.parser as Linter.Parser, parserOptions: { ecmaFeatures: { jsx: true } } },
        plugins: { masomo: { rules: sharedCodeRules } },
        rules: { [`masomo/${rule}`]: 'error' },
      },
    ],
    'component.tsx',
  );
  const fatal = messages.find((message) => message.fatal);
  if (fatal) throw new SyntaxError(fatal.message);
  return messages.length;
}

describe('rules that keep code in shared packages', () => {
  it.each([
    ['formats-in-domain', "const day = new Intl.DateTimeFormat('en-KE');"],
    ['formats-in-domain', 'let format: Intl.NumberFormat;'],
    ['formats-in-domain', 'const total = (1200).toLocaleString();'],
    ['formats-in-domain', "const day = date?.toLocaleDateString('en-CA');"],
    ['permissions-not-roles', "const isAdmin = user.role === 'admin';"],
    ['permissions-not-roles', "const isAdmin = user?.role !== 'admin';"],
    ['permissions-not-roles', "const isAdmin = 'admin' === role;"],
    ['backend-calls-in-shared', "const rows = await db.from('orders').select();"],
    ['backend-calls-in-shared', "const rows = await db.rpc('orders');"],
    ['backend-calls-in-shared', 'const bucket = client.storage;'],
    ['backend-calls-in-shared', "const response = await fetch('/registry.json');"],
    ['backend-calls-in-shared', "const response = await window.fetch('/registry.json');"],
    ['backend-calls-in-shared', 'const request = new XMLHttpRequest();'],
    ['effects-return-nothing-by-accident', 'useEffect(() => panel.current?.scrollIntoView(), []);'],
    ['effects-return-nothing-by-accident', 'React.useLayoutEffect(() => store.set(entries), [entries]);'],
    ['effects-return-nothing-by-accident', 'useEffect(() => (latest.current = value));'],
    ['secure-context-in-domain', 'const id = crypto.randomUUID();'],
    ['secure-context-in-domain', 'const id = globalThis.crypto.randomUUID();'],
    ['secure-context-in-domain', "const hash = await crypto.subtle.digest('SHA-256', bytes);"],
    ['secure-context-in-domain', 'await navigator.clipboard.writeText(text);'],
    ['secure-context-in-domain', "await window.navigator.locks.request('cart', work);"],
    ['secure-context-in-domain', 'const { mediaDevices } = navigator;'],
    ['secure-context-in-domain', 'void navigator.storage.persist();'],
    ['secure-context-in-domain', 'new Notification(title);'],
    ['classified-error-texts', 'const text = <p>{error.message}</p>;'],
    ['classified-error-texts', 'const text = <p>{save.error?.message}</p>;'],
    ['classified-error-texts', 'toaster.error({ title, description: failure.message });'],
    ['outcomes-of-commands', 'toaster.error({ title: t`Not saved`, description: failure.userMessage });'],
    ['outcomes-of-commands', 'toaster.error({ description: asDataError(failure).userMessage, title });'],
    ['outcomes-of-commands', 'const save = useCommand(write, { onError: () => toaster.error({ title: t`Not saved` }) });'],
    ['outcomes-of-commands', 'const shown = <FormError title={t`Not saved`}>{save.error?.userMessage}</FormError>;'],
    ['outcomes-of-commands', 'const shown = <FormError title="Not saved">{save.error.userMessage}</FormError>;'],
    [
      'outcomes-of-commands',
      'const shown = <FormError title={isNew ? t`Not added` : t`Not saved`}>{error ? error.userMessage : text}</FormError>;',
    ],
  ])('%s reports %s', (rule, code) => expect(problems(rule, code)).toBe(1));

  it.each([
    ['outcomes-of-commands', 'toaster.error(failureMessage(failure, t`Not saved`));'],
    ['outcomes-of-commands', 'const shown = <FormError title={outcomeTitle(error, t`Not saved`)}>{error.userMessage}</FormError>;'],
    ['outcomes-of-commands', 'toaster.error({ title: t`Not printed`, description: t`This browser cannot print.` });'],
    ['formats-in-domain', 'const name = text.toLocaleLowerCase();'],
    ['permissions-not-roles', 'const label = roleLabels[user.role];'],
    ['permissions-not-roles', '<Button role="alert" />;'],
    ['backend-calls-in-shared', 'const all = Array.from(map);'],
    ['backend-calls-in-shared', 'const bytes = Uint8Array.from(text);'],
    ['backend-calls-in-shared', 'const isPersisted = await navigator.storage.persisted();'],
    ['effects-return-nothing-by-accident', 'useEffect(() => { panel.current?.focus(); }, []);'],
    ['effects-return-nothing-by-accident', 'useEffect(() => () => clearTimeout(timer), []);'],
    ['effects-return-nothing-by-accident', 'useEffect(() => void (latest.current = value));'],
    ['secure-context-in-domain', 'const bytes = crypto.getRandomValues(new Uint8Array(16));'],
    ['secure-context-in-domain', "navigator.sendBeacon('/reports', body);"],
    ['classified-error-texts', 'const text = <p>{error.userMessage}</p>;'],
    ['classified-error-texts', 'const field = <TextField error={errors.title?.message} />;'],
  ])('%s accepts %s', (rule, code) => expect(problems(rule, code)).toBe(0));
});
