// @vitest-environment jsdom
import { useState } from 'react';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderRoute } from '@masomo/testing';
import { DeferredTextField } from './DeferredTextField.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('shows a new value, but not over what is being typed', async () => {
  const onWrite = vi.fn();
  let give: (value: string) => void = () => undefined;
  function Page() {
    const [value, setValue] = useState('');
    give = (next) => act(() => setValue(next));
    return <DeferredTextField label="Slug" value={value} onWrite={onWrite} />;
  }
  renderRoute(<Page />);
  const field = await screen.findByLabelText<HTMLInputElement>('Slug');
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
