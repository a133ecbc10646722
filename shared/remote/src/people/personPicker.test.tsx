// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import { students } from '@masomo/data/people/personSources';
import { fakeDb, renderRoute } from '@masomo/testing';
import { FormDialog } from '../FormDialog.tsx';
import { PersonPicker } from './PersonPicker.tsx';

const user = userEvent.setup();
const childOf = (index: number) => ({
  id: `s${index}`,
  admission_number: `GA/${index}`,
  first_name: index < 2 ? 'Brian' : `Child ${index}`,
  last_name: 'Njeri',
  status: 'active',
  admitted_on: '2026-01-05',
  class_id: null,
  classes: { name: index === 0 ? 'Form 1 East' : 'Form 2 West' },
});
afterEach(cleanup);

function InDialog() {
  const [isThere, setIsThere] = useState(true);
  return (
    isThere && (
      <FormDialog title="Lend" submitLabel="Lend" isBusy={false} onClose={() => setIsThere(false)} onSubmit={() => undefined}>
        <Form />
      </FormDialog>
    )
  );
}
function Form() {
  const [value, setValue] = useState('');
  return (
    <>
      <PersonPicker label="Student" source={students} value={value} onChoose={(person) => setValue(person?.id ?? '')} />
      <output>{value}</output>
    </>
  );
}
type Options = { page?: ReactElement; total?: number; isReachable?: () => boolean };
function open({ page = <Form />, total = 2, isReachable = () => true }: Options = {}) {
  const { db, sent } = fakeDb(({ path, query }) => {
    if (!isReachable()) return { status: 503, body: { message: 'gone' } };
    if (path === 'rpc/search_students' && query.get('search') === 'nobody') return { body: [], total: 0 };
    const size = Number(query.get('limit') ?? 20);
    return { body: Array.from({ length: Math.min(size, total) }, (_, index) => childOf(index)), total };
  });
  renderRoute(page, { path: '/', db });
  return { sent, box: () => screen.getByRole('combobox', { name: 'Student' }) };
}
const options = () => screen.findAllByRole('option');

it('is found and chosen by keyboard, and namesakes show class and number', async () => {
  const { sent, box } = open();
  await user.type(box(), 'njeri brian');
  expect((await options()).map(({ textContent }) => textContent)).toEqual([
    'Brian NjeriForm 1 East · GA/0',
    'Brian NjeriForm 2 West · GA/1',
  ]);
  await expect.poll(() => sent.at(-1)?.query.get('search')).toBe('njeri brian');
  expect(box()).toHaveAttribute('aria-expanded', 'true');
  await user.keyboard('{ArrowDown}');
  expect(document.getElementById(box().getAttribute('aria-activedescendant') ?? '')).toHaveTextContent('GA/1');
  await user.keyboard('{Enter}');
  expect(box()).toHaveValue('Brian Njeri');
  expect(screen.getByRole('status')).toHaveTextContent('s1');
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('is chosen by pressing a row, and taken back', async () => {
  const { box } = open();
  await user.click(box());
  await user.click(within(screen.getByRole('listbox')).getAllByRole('option')[0] ?? box());
  expect(box()).toHaveValue('Brian Njeri');
  await user.click(screen.getByRole('button', { name: 'Clear Brian Njeri' }));
  expect(box()).toHaveValue('');
});

it('closes with Escape and keeps who was chosen', async () => {
  const { box } = open();
  await user.click(box());
  await options();
  await user.keyboard('{Enter}');
  await user.type(box(), 'x{Escape}');
  expect(box()).toHaveValue('Brian Njeri');
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('closes with Escape before the dialog around it does', async () => {
  const { box } = open({ page: <InDialog /> });
  await user.click(box());
  await options();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Lend' })).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

it('goes beyond the first twenty', async () => {
  const { box } = open({ total: 45 });
  await user.click(box());
  expect(await options()).toHaveLength(20);
  expect(screen.getByText('20 of 45')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await expect.poll(async () => (await options()).length).toBe(40);
  await user.keyboard('{ArrowDown>39/}');
  await expect.poll(async () => (await options()).length).toBe(45);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('says that nobody was found', async () => {
  const { box } = open();
  await user.type(box(), 'nobody');
  expect(await screen.findByText(/^Nobody found/)).toBeInTheDocument();
});

it('says why it could not search, and tries again', async () => {
  let isReachable = false;
  const { box } = open({ isReachable: () => isReachable });
  await user.click(box());
  const again = await screen.findByRole('button', { name: 'Try again' });
  isReachable = true;
  await user.click(again);
  expect(await options()).toHaveLength(2);
});
