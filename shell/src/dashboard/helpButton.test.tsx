// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { HelpButton } from './HelpButton.tsx';

afterEach(cleanup);

async function open(pathname: string) {
  renderRoute(<HelpButton pathname={pathname} />, { path: pathname, session: signedInAs('admin'), db: fakeDb(() => ({ body: [] })).db });
  await userEvent.click(screen.getByRole('button', { name: 'Help for this screen' }));
  return within(await screen.findByRole('dialog', { name: 'Help for this screen' }));
}

it('says what the screen is for, and leads to its article, the manual and support', async () => {
  const help = await open('/dashboard/finances/fees');
  expect(await help.findByRole('heading', { name: 'Fees and billing' })).toBeDefined();
  expect(help.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/help/finances-fees',
    '/dashboard/help',
    '/support',
  ]);
});

it('has for a record the article of its list', async () => {
  const help = await open('/dashboard/students/8b0a');
  expect(await help.findByRole('heading', { name: 'Students' })).toBeDefined();
});

it('says that there is no article', async () => {
  const help = await open('/dashboard/unheard-of');
  expect(await help.findByText('The manual has nothing on this screen yet.')).toBeDefined();
  expect(help.queryByRole('heading')).toBeNull();
});
