// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadTexts, setLanguage, t, Trans, translateSentence } from './index.ts';

afterEach(() => setLanguage('en'));

const books = [['count', 'plural', { 0: 'no book', one: ['#', ' book'], other: ['#', ' books'] }]] as const;

test('fills in values and chooses the plural form', () => {
  expect(t('Save')).toBe('Save');
  expect(t(['Hello ', ['name']], { name: 'Amina' })).toBe('Hello Amina');
  expect([0, 1, 1200].map((count) => t(books, { count }))).toEqual(['no book', '1 book', '1,200 books']);
  expect(t([['kind', 'select', { a: 'first', other: 'second' }]], { kind: 'a' })).toBe('first');
});

test('takes a text from the catalogue of the language, else in English', async () => {
  setLanguage('sw');
  const sw = { Save: 'Hifadhi', 'verb\u0004Open': 'Fungua', [JSON.stringify(books)]: ['vitabu ', ['count']] } as const;
  await loadTexts({ sw: async () => ({ default: sw }) });
  expect(t('Save')).toBe('Hifadhi');
  expect(t({ message: 'Open', context: 'verb' })).toBe('Fungua');
  expect(t(books, { count: 3 })).toBe('vitabu 3');
  expect(t('Cancel')).toBe('Cancel');
});

test('loads the texts of its own language only', async () => {
  const sw = vi.fn(async () => ({ default: {} }));
  await loadTexts({ sw });
  expect(sw).not.toHaveBeenCalled();
  setLanguage('sw');
  await loadTexts({ sw });
  expect(sw).toHaveBeenCalledOnce();
});

test('keeps the texts of every app when several load theirs at once', async () => {
  setLanguage('sw');
  const load = (texts: Record<string, string>) => loadTexts({ sw: async () => ({ default: texts }) });
  await Promise.all([load({ Save: 'Hifadhi' }), load({ Close: 'Funga' }), load({ Open: 'Fungua' })]);
  expect(['Save', 'Close', 'Open'].map((text) => t(text))).toEqual(['Hifadhi', 'Funga', 'Fungua']);
});

test('translates a sentence that a server sent with its values', async () => {
  setLanguage('sw');
  const sentence = '{limit, plural, one {# student} other {# students}} of {school}.';
  const translated = ['Wanafunzi ', ['limit'], ' wa ', ['school'], '.'] as const;
  await loadTexts({ sw: async () => ({ default: { [`sentence\u0004${sentence}`]: translated, 'Not here.': 'Hayupo.' } }) });
  const show = (value: unknown) => (typeof value === 'number' ? `#${value}` : String(value));
  expect(translateSentence(sentence, { limit: 1200, school: 'Baraka {limit}' }, show)).toBe('Wanafunzi #1200 wa Baraka {limit}.');
  expect(translateSentence('Not here.', {}, show)).toBe('Hayupo.');
  expect(translateSentence('Nobody knows this.', {}, show)).toBeUndefined();
});

test('renders elements where the message has them, and a value is never read as one', () => {
  const { container } = render(
    <Trans
      message={['Ask <0>', ['name'], '</0> or<1/>', ['icon'], ' a <2>big <0>one</0></2>']}
      values={{ name: '<0>Amina</0>', icon: <i>!</i> }}
      components={{ 0: <b />, 1: <hr />, 2: <em /> }}
    />,
  );
  expect(container.innerHTML).toBe('Ask <b>&lt;0&gt;Amina&lt;/0&gt;</b> or<hr><i>!</i> a <em>big <b>one</b></em>');
});
