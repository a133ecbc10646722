// @vitest-environment jsdom
import { useState } from 'react';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UIProvider } from '@masomo/design-system';
import { confirmLeavingWhile, createBrowserRouter, skipUnsavedCheck, RouterProvider, Outlet, useUnsavedChanges } from '@masomo/navigation';
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
