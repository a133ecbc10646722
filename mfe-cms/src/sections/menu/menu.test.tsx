// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { StoredMenu } from '@masomo/domain/siteMenu';
import { fakeDb, renderRoute, signedInAs, withToaster } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const link = (label: string, to: string, sw = label) => ({ label, sw, to, shownTo: 'everyone' as const });
const stored: StoredMenu = {
  header: [
    { ...link('Home', '/'), links: [] },
    { ...link('Product', ''), links: [link('Features', '/features')] },
    { ...link('Our school', '/our-school', ''), links: [] },
  ],
  footer: [{ label: 'Legal', sw: 'Sheria', shownTo: 'everyone', links: [link('Terms', '/terms')] }],
};

async function open(problems?: { path: string; problem: string }[]) {
  const database = fakeDb(({ path }) => {
    if (path === 'settings') return { body: { value: stored, updated_at: '2026-11-20T09:00:00Z' } };
    if (path === 'setting_versions') return { body: [] };
    if (path === 'published_pages') return { body: [{ slug: 'terms', title: 'Terms of Service', published_at: '', languages: ['en'] }] };
    if (path === 'rpc/site_addresses') return { body: ['/terms'] };
    if (path === 'rpc/save_setting') return { body: problems ? { problems } : { updatedAt: '2026-11-21T09:00:00Z' } };
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(withToaster(<App />), { path: '/dashboard/cms/sections/menu', session: signedInAs('super_admin'), db: database.db });
  await screen.findByRole('list', { name: 'Entries of the header' });
  const saved = async (): Promise<StoredMenu> => {
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(database.sent.some(({ path }) => path === 'rpc/save_setting')).toBe(true));
    const { body } = database.sent.findLast(({ path }) => path === 'rpc/save_setting')!;
    return (body as { new_value: StoredMenu }).new_value;
  };
  return { ...database, saved };
}
const dialog = () => within(screen.getByRole('dialog'));
const labels = (menu: StoredMenu) => menu.header.map(({ label }) => label);

describe('the editor of the menu', () => {
  it('names entries that visitors do not see, and those without Swahili', async () => {
    await open();
    expect(await screen.findByText('No page is published at /our-school: visitors do not see this entry.')).toBeVisible();
    expect(screen.getAllByText('Not in Swahili')).toHaveLength(1);
    expect(screen.queryByText(/No page is published at \/terms/)).toBeNull();
  });

  it('adds an entry with a page of the site, and saves the whole menu at once', async () => {
    const { saved, sent } = await open();
    await user.click(screen.getByRole('button', { name: 'Add entry' }));
    await user.click(dialog().getByRole('button', { name: 'Add to the menu' }));
    expect(dialog().getByText('Enter a label')).toBeVisible();
    await user.type(dialog().getByLabelText(/^Label\b(?! in)/), 'Rules');
    await user.type(dialog().getByLabelText('Label in Swahili'), 'Masharti');
    await user.selectOptions(dialog().getByLabelText(/Leads to/), '/terms');
    await user.click(dialog().getByRole('button', { name: 'Add to the menu' }));
    expect(sent.some(({ path }) => path === 'rpc/save_setting')).toBe(false);
    const menu = await saved();
    expect(menu.header.at(-1)).toEqual({ label: 'Rules', sw: 'Masharti', to: '/terms', shownTo: 'everyone', links: [] });
  });

  it('moves an entry by its buttons, keeps the focus on it, and says where it is', async () => {
    const { saved } = await open();
    await user.click(screen.getByRole('button', { name: 'Move Our school up' }));
    expect(screen.getByRole('button', { name: 'Move Our school up' })).toHaveFocus();
    expect(screen.getByText('Our school at position 2 of 3.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Move Our school up' }));
    // The first entry has no step up.
    expect(screen.getByRole('button', { name: 'Move Our school down' })).toHaveFocus();
    expect(labels(await saved())).toEqual(['Our school', 'Home', 'Product']);
  });

  it('moves an entry into a group, and hides another', async () => {
    const { saved } = await open();
    await user.click(screen.getByRole('button', { name: 'Edit Our school' }));
    await user.selectOptions(dialog().getByLabelText('Place'), 'Footer, below Legal');
    await user.click(dialog().getByRole('button', { name: 'Apply' }));
    await user.click(screen.getByRole('button', { name: 'Edit Home' }));
    await user.selectOptions(dialog().getByLabelText('Shown to'), 'Nobody: hidden');
    await user.click(dialog().getByRole('button', { name: 'Apply' }));
    const menu = await saved();
    expect(labels(menu)).toEqual(['Home', 'Product']);
    expect(menu.header[0]?.shownTo).toBe('nobody');
    expect(menu.footer[0]?.links.at(-1)).toEqual({ label: 'Our school', sw: '', to: '/our-school', shownTo: 'everyone' });
  });

  it('shows at the entry what the database refused', async () => {
    const { saved } = await open([{ path: 'header.1.links.0.to', problem: 'No page is published at /features.' }]);
    await saved();
    expect(await screen.findByText('No page is published at /features.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Edit Features' }));
    expect(dialog().getByLabelText(/Leads to/)).toHaveAccessibleDescription(/No page is published/);
  });

  it('removes an entry, and the focus goes to the next one', async () => {
    const { saved } = await open();
    await user.click(screen.getByRole('button', { name: 'Remove Home' }));
    expect(screen.getByRole('button', { name: 'Drag Product' })).toHaveFocus();
    expect(labels(await saved())).toEqual(['Product', 'Our school']);
  });
});
