// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { fillPage, type PrintedHead } from './printSheet.ts';

const head: PrintedHead = {
  school: {
    name: 'Greenfield Academy',
    motto: 'Rooted to rise',
    email: 'office@greenfield.test',
    phone: '+254 711 000 010',
    address: 'Lanet Road 14, Nakuru',
    time_zone: 'Africa/Nairobi',
    payment_instructions: null,
    look: null,
  },
  crest: undefined,
};
const sheet = {
  title: 'Balances',
  facts: '2 entries',
  columns: [{ title: 'Student' }, { title: 'Balance' }, { title: 'Last payment', as: 'day' as const }, { title: 'Billed' }],
  rows: [
    ['Njeri, Brian', 36_800, '2026-11-20', true],
    ['<b>Otieno</b>', 0, null, false],
  ],
};
const printed = (of: PrintedHead | undefined) => {
  const page = document.implementation.createHTMLDocument();
  fillPage(page, sheet, of);
  return page;
};

it('puts the head of the school over the rows, as a reader writes numbers and days', () => {
  const page = printed(head);
  expect(page.querySelector('header')?.textContent).toBe(
    'Greenfield AcademyRooted to rise\nLanet Road 14, Nakuru · +254 711 000 010 · office@greenfield.test',
  );
  expect(page.querySelector('h1')?.textContent).toBe('Balances');
  const cells = [...page.querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells).toEqual([
    ['Njeri, Brian', '36,800', '20 Nov 2026', 'Yes'],
    ['<b>Otieno</b>', '0', '', 'No'],
  ]);
  // Column heads are repeated on each page only when they are a head.
  expect([...page.querySelectorAll('thead th')].map(({ className }) => className)).toEqual(['', 'number', '', '']);
});

it('prints what a school has set as its head, and none for those of no school', () => {
  const look = {
    ...{ accent: '#0b5d4b', head: 'Greenfield\nP.O. Box 1', foot: '', thanks: '' },
    ...{ signer_name: '', signer_title: '', crest_path: null, signature_path: null },
  };
  expect(printed({ ...head, school: { ...head.school, look } }).querySelector('header p')?.textContent).toBe('Greenfield\nP.O. Box 1');
  expect(printed(undefined).querySelector('header')).toBeNull();
});
