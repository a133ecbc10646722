// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { provideExtensions, type ExtensionHost, type SlotExtension } from '@masomo/contracts/slots';
import { UIProvider } from '@masomo/design-system';
import { Slot } from './Slot.tsx';

const gate: SlotExtension = { key: 'addon-gate/card', app: 'addon-gate', label: 'Gate' };
const noExtensions: readonly SlotExtension[] = [];
let list: readonly SlotExtension[] = noExtensions;
let fail: () => void;
const update = vi.fn();
const unmount = vi.fn();
const host: ExtensionHost = {
  list: () => list,
  mount: (_extension, _slot, element, context, onFailed) => {
    fail = onFailed;
    element.textContent = `shown for ${JSON.stringify(context)}`;
    return { update, unmount };
  },
  help: async () => [],
};
const screenOf = (studentId: string) => (
  <UIProvider>
    <h1>Student</h1>
    <Slot name="student-page/cards" context={{ studentId, name: 'Brian Njeri' }} />
  </UIProvider>
);

afterEach(() => {
  cleanup();
  list = noExtensions;
  vi.clearAllMocks();
});

it('takes no room without add-ons, and shows one as soon as it is there', () => {
  const { container } = render(screenOf('a'));
  expect(container.querySelector('[data-extension]')).toBeNull();
  act(() => {
    list = [gate];
    provideExtensions(host);
  });
  expect(screen.getByText('shown for {"studentId":"a","name":"Brian Njeri"}')).toBeInTheDocument();
});

it('passes what the screen says later, and unmounts with the screen', () => {
  list = [gate];
  provideExtensions(host);
  const { rerender, unmount: leave } = render(screenOf('a'));
  rerender(screenOf('b'));
  expect(update).toHaveBeenLastCalledWith({ studentId: 'b', name: 'Brian Njeri' });
  leave();
  expect(unmount).toHaveBeenCalledOnce();
});

it('names a failed add-on, keeps the screen, and tries again', async () => {
  list = [gate];
  provideExtensions(host);
  render(screenOf('a'));
  act(() => fail());
  expect(screen.getByRole('heading', { name: 'Student' })).toBeInTheDocument();
  expect(screen.getByText('Gate is not available right now.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.queryByText('Gate is not available right now.')).toBeNull();
});
