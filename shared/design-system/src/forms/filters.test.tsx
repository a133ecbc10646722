// @vitest-environment jsdom
import { useState } from 'react';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { FilterDate, FilterSelect } from '@masomo/design-system/fields';
import { renderRoute } from '@masomo/testing';

afterEach(cleanup);

const options = [
  { value: 'all', label: 'All classes' },
  { value: 'g4', label: 'Grade 4' },
];

function Filters({ isRequired = false }: { isRequired?: boolean }) {
  const [value, setValue] = useState('all');
  const [day, setDay] = useState('2026-11-02');
  return (
    <>
      <FilterSelect label="Class" options={options} value={value} onValueChange={setValue} isRequired={isRequired} />
      <FilterDate label="From" value={day} onValueChange={setDay} />
      <output>{[value, day].join(' ')}</output>
    </>
  );
}
const chosen = () => screen.getByRole('status').textContent;

it('becomes a chip that can be cleared once it filters', async () => {
  renderRoute(<Filters />);
  expect(screen.queryByRole('button')).toBeNull();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Class' }), 'Grade 4');
  expect(chosen()).toBe('g4 2026-11-02');
  await userEvent.click(screen.getByRole('button', { name: 'Clear Class' }));
  expect(chosen()).toBe('all 2026-11-02');
});

it('has nothing to clear where every option narrows the list', async () => {
  renderRoute(<Filters isRequired />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Class' }), 'Grade 4');
  expect(screen.queryByRole('button')).toBeNull();
});

it('takes a day', async () => {
  renderRoute(<Filters />);
  await userEvent.clear(screen.getByLabelText('From'));
  await userEvent.type(screen.getByLabelText('From'), '2026-11-20');
  expect(chosen()).toBe('all 2026-11-20');
});
