// @vitest-environment jsdom
import { useState } from 'react';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderRoute } from '@masomo/testing';
import { DeferredTextField } from './DeferredTextField.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function renderField(onWrite: (value: string) => void = () => undefined) {
  let give: (value: string) => void = () => undefined;
  function Page() {
    const [value, setValue] = useState('');
    give = (next) => act(() => setValue(next));
    return <DeferredTextField label="Slug" value={value} onWrite={onWrite} />;
  }
  renderRoute(<Page />);
  const field = await screen.findByLabelText<HTMLInputElement>('Slug');
  return { field, give };
}

it('lets a slug be typed over one that arrives after the field was entered', async () => {
  const { field, give } = await renderField();
  field.focus();
  field.select();
  give('sports-day');
  await userEvent.setup().keyboard('games');
  expect(field.value).toBe('games');
  field.setSelectionRange(2, 2);
  give('sports-day-of-all');
  expect(field.selectionStart).toBe(field.selectionEnd);
});

it('shows a new value, but not over what is being typed', async () => {
  const onWrite = vi.fn();
  const { field, give } = await renderField(onWrite);
  give('sports-day');
  expect(field.value).toBe('sports-day');
  vi.useFakeTimers();
  fireEvent.change(field, { target: { value: 'by-keyboard' } });
  // The rest of the title arrives.
  give('sports-day-of-all');
  expect(field.value).toBe('by-keyboard');
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(onWrite).toHaveBeenLastCalledWith('by-keyboard');
  give('by-keyboard');
  expect(field.value).toBe('by-keyboard');
  give('sports-day');
  expect(field.value).toBe('sports-day');
});

it('has the page rendered with a key as soon as it is reported', async () => {
  function Page() {
    const [value, setValue] = useState('');
    return <DeferredTextField label="Title" helpText={`${value.length} characters`} value={value} onWrite={setValue} />;
  }
  renderRoute(<Page />);
  const field = await screen.findByLabelText('Title');
  vi.useFakeTimers();
  fireEvent.change(field, { target: { value: 'fees' } });
  expect(screen.queryByText('4 characters')).toBeNull();
  // Without act(), which would render whatever waits.
  vi.advanceTimersByTime(50);
  expect(screen.getByText('4 characters')).toBeTruthy();
});
