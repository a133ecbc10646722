// @vitest-environment jsdom
import { useState } from 'react';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UIProvider } from '@masomo/design-system';
import {
  askToLeave,
  confirmLeavingWhile,
  createBrowserRouter,
  skipUnsavedCheck,
  RouterProvider,
  Outlet,
  useUnsavedChanges,
  watchTyping,
} from '@masomo/navigation';
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx';

function Editor() {
  const [text, setText] = useState('');
  const { allowLeaving } = useUnsavedChanges(text !== '');
  return (
    <>
      <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      <button
        type="button"
        onClick={() => {
          allowLeaving();
          void router.navigate('/list');
        }}
      >
        Save and close
      </button>
    </>
  );
}

let router: ReturnType<typeof createBrowserRouter>;
const go = (to: string, state?: unknown) => act(() => router.navigate(to, { state }));
const unload = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  window.history.replaceState(null, '', '/edit');
  router = createBrowserRouter([
    {
      element: (
        <>
          <Outlet />
          <UnsavedChangesGuard />
        </>
      ),
      children: [
        { path: '/edit', element: <Editor /> },
        { path: '/list', element: <p>List</p> },
      ],
    },
  ]);
  render(
    <UIProvider>
      <RouterProvider router={router} />
    </UIProvider>,
  );
});

afterEach(cleanup);

describe('unsaved changes', () => {
  it('without changes, navigations never ask', async () => {
    await go('/list');
    expect(router.state.location.pathname).toBe('/list');
    expect(unload()).toBe(false);
  });

  it('with changes, a navigation asks; staying keeps the text, leaving discards it', async () => {
    await userEvent.type(await screen.findByLabelText('Text'), 'draft');
    expect(unload()).toBe(true);
    await go('/list');
    expect(router.state.location.pathname).toBe('/edit');
    await userEvent.click(await screen.findByRole('button', { name: 'Stay on this page' }));
    expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('draft');
    await go('/list');
    await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect(await screen.findByText('List')).toBeTruthy();
    expect(unload()).toBe(false);
  });

  it('asks in the words of a screen that keeps its drafts', async () => {
    const question = { title: '2 marks are not saved', body: 'They are kept on this device.', confirmLabel: 'Leave them for later' };
    const stop = confirmLeavingWhile(() => question);
    await go('/list');
    expect(await screen.findByRole('alertdialog', { name: question.title })).toBeTruthy();
    expect(screen.getByText(question.body)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: question.confirmLabel }));
    expect(await screen.findByText('List')).toBeTruthy();
    stop();
  });

  it('are asked about before the document is loaded again, once', async () => {
    await userEvent.type(await screen.findByLabelText('Text'), 'draft');
    const staying = askToLeave();
    await userEvent.click(await screen.findByRole('button', { name: 'Stay on this page' }));
    expect(await staying).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('draft');
    const leaving = askToLeave();
    await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect(await leaving).toBe(true);
    expect(unload()).toBe(false);
    expect(await askToLeave()).toBe(true);
  });

  it('are also what is typed into a form that no screen watches, until it is sent', async () => {
    watchTyping();
    const form = document.body.appendChild(document.createElement('form'));
    form.innerHTML = '<label>Message<textarea></textarea></label><label>Find<input type="search"></label>';
    form.addEventListener('submit', (event) => event.preventDefault());
    await userEvent.type(screen.getByLabelText('Find'), 'fees');
    expect(await askToLeave()).toBe(true);
    await userEvent.type(screen.getByLabelText('Message'), 'Good morning');
    const staying = askToLeave();
    await userEvent.click(await screen.findByRole('button', { name: 'Stay on this page' }));
    expect(await staying).toBe(false);
    act(() => form.requestSubmit());
    expect(await askToLeave()).toBe(true);
    form.querySelector('textarea')?.setAttribute('aria-invalid', 'true');
    const refused = askToLeave();
    await userEvent.click(await screen.findByRole('button', { name: 'Stay on this page' }));
    expect(await refused).toBe(false);
    form.remove();
    expect(await askToLeave()).toBe(true);
  });

  it('a change of the query, a successful save, and signing out do not ask', async () => {
    await userEvent.type(await screen.findByLabelText('Text'), 'draft');
    await go('/edit?tab=2');
    expect(router.state.location.search).toBe('?tab=2');
    await userEvent.click(screen.getByRole('button', { name: 'Save and close' }));
    expect(router.state.location.pathname).toBe('/list');
    await go('/edit');
    await userEvent.type(await screen.findByLabelText('Text'), 'more');
    await go('/list', skipUnsavedCheck);
    expect(router.state.location.pathname).toBe('/list');
  });
});
