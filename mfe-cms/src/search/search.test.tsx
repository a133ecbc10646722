// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs, withToaster } from '@masomo/testing';
import { App } from '../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const results = [
  { kind: 'question', id: 'q', title: 'Can we try it?', detail: 'pricing' },
  { kind: 'setting', id: 'hours', title: 'hours', detail: '' },
  { kind: 'page', id: 'p', title: 'Terms', detail: '/terms' },
];

function open(path = '/dashboard/cms/redirects') {
  const database = fakeDb(({ path: asked, query }) => {
    if (asked === 'rpc/search_cms') return { body: query.get('only_kind') ? [] : results };
    return { body: [], total: 0 };
  });
  const route = renderRoute(withToaster(<App />), { path, session: signedInAs('super_admin'), db: database.db });
  return { ...database, ...route };
}

it('searches the CMS, opens a result in its list, and filters by kind', async () => {
  const { sent, address } = open();
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Search everything'), 'try');
  expect(await dialog.findByRole('link', { name: 'Opening hours' })).toHaveAttribute('href', '/dashboard/cms/settings/hours');
  expect(dialog.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/dashboard/cms/pages/p/edit');
  await user.selectOptions(dialog.getByLabelText('Filter'), 'media');
  expect(await dialog.findByText('Nothing found')).toBeInTheDocument();
  await user.selectOptions(dialog.getByLabelText('Filter'), '');
  await user.click(await dialog.findByRole('link', { name: 'Can we try it?' }));
  await waitFor(() => expect(address()).toBe('/dashboard/cms/content?search=Can+we+try+it%3F&surface=pricing'));
  expect(await screen.findByLabelText('Search questions')).toHaveValue('Can we try it?');
  expect(
    sent
      .filter(({ path }) => path === 'rpc/search_cms')
      .at(-1)
      ?.query.get('term'),
  ).toBe('try');
});

it('creates content from every screen', async () => {
  const { address } = open();
  await user.click(await screen.findByRole('button', { name: 'New content' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Question' }));
  await waitFor(() => expect(address()).toBe('/dashboard/cms/content?new=1'));
  expect(await screen.findByRole('dialog', { name: 'New question' })).toBeInTheDocument();
});

it('creates content by keyboard, from a menu that is loaded when it is opened', async () => {
  const { address } = open();
  const button = await screen.findByRole('button', { name: 'New content' });
  act(() => button.focus());
  await user.keyboard('{Enter}');
  const menu = await screen.findByRole('menu');
  await waitFor(() => expect(menu).toHaveFocus());
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toBe('/dashboard/cms/pages/new'));
});

it('the header’s filter searches one kind', async () => {
  const { sent } = open();
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Search the CMS' }));
  await user.selectOptions(dialog.getByLabelText('Filter'), 'price');
  await user.type(dialog.getByLabelText('Search everything'), 'silver');
  await waitFor(() =>
    expect(
      sent
        .filter(({ path }) => path === 'rpc/search_cms')
        .at(-1)
        ?.query.get('only_kind'),
    ).toBe('price'),
  );
});
