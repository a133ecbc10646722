// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs, withToaster } from '@masomo/testing';
import { App } from '../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const social = [
  { label: 'X', url: 'https://x.com/' },
  { label: 'YouTube', url: 'https://youtube.com/' },
];
const earlier = { isShown: true, text: 'Closed on Friday.', label: '', url: '' };
const now = { isShown: false, text: '', label: '', url: '' };
type Answer = { updatedAt: string } | { problems: { path: string; problem: string }[] } | 'conflict';

function open(path: string, value: unknown, answers: Answer[] = [{ updatedAt: '2026-11-21T09:00:00Z' }]) {
  const isList = path.endsWith('/sections');
  const database = fakeDb(({ path: asked }) => {
    if (asked === 'settings' && isList)
      return {
        body: [
          { key: 'heroes', updated_at: '2026-11-20T09:00:00Z' },
          { key: 'heroes_sw', updated_at: '2026-11-19T09:00:00Z' },
          { key: 'about', updated_at: '2026-11-19T09:00:00Z' },
          { key: 'about_sw', updated_at: '2026-11-20T09:00:00Z' },
        ],
      };
    if (asked === 'settings') return { body: { value, updated_at: '2026-11-20T09:00:00Z' } };
    if (asked === 'setting_versions')
      return {
        body: [
          { id: '2', value, saved_at: '2026-11-20T09:00:00Z', users: null },
          {
            id: '1',
            value: earlier,
            saved_at: '2026-11-19T09:00:00Z',
            users: { first_name: 'Ada', last_name: 'Were', email: 'ada@masomo.test' },
          },
        ],
      };
    if (asked === 'rpc/setting_history')
      return { body: [{ key: 'claims', saved_at: '2026-11-20T09:00:00Z', saved_by: 'Ada Were', states: 2 }] };
    if (asked === 'cms_pages') return { body: [{ id: 'p', title: 'Terms of Service', slug: 'terms' }] };
    if (asked === 'rpc/save_setting') {
      const answer = answers.shift();
      return answer === 'conflict'
        ? { status: 409, body: { code: 'PT409', message: 'Somebody else saved this in the meantime.', hint: 'setting.changed_meanwhile' } }
        : { body: answer };
    }
    throw new Error(`The test expected no request for ${asked}.`);
  });
  renderRoute(withToaster(<App />), { path, session: signedInAs('super_admin'), db: database.db });
  const saves = () =>
    database.sent.filter(({ path: asked }) => asked === 'rpc/save_setting').map(({ body }) => body as { new_value: unknown; seen: string });
  return { ...database, saves };
}

describe('the site’s sections', () => {
  it('are listed with their last editor, beside content of other screens', async () => {
    open('/dashboard/cms/sections', {});
    const site = within(await screen.findByRole('list', { name: 'The whole site' }));
    expect(await site.findByText(/by Ada Were/)).toBeInTheDocument();
    expect(site.getByRole('link', { name: 'Announcement bar' })).toHaveAttribute('href', '/dashboard/cms/sections/announcement');
    expect(site.getByRole('link', { name: 'Announcement bar in Swahili' })).toHaveAttribute(
      'href',
      '/dashboard/cms/sections/announcement_sw',
    );
    expect(site.getByRole('link', { name: 'Brand' })).toHaveAttribute('href', '/dashboard/cms/settings/brand');
    const pages = within(screen.getByRole('list', { name: 'Pages' }));
    expect(await pages.findByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/dashboard/cms/pages/p/edit');
  });

  it('are marked where their English text changed after the Swahili one', async () => {
    open('/dashboard/cms/sections', {});
    const tileOf = (name: string) => within(screen.getByRole('link', { name }).closest('li') ?? document.body);
    await waitFor(() => expect(screen.getByText('English changed after the translation')).toBeVisible());
    expect(tileOf('Page introductions').getByText('English changed after the translation')).toBeVisible();
    expect(tileOf('About us').queryByText('English changed after the translation')).toBeNull();
  });

  it('are saved as a whole, against the version they were read at', async () => {
    const { saves } = open('/dashboard/cms/sections/announcement', now);
    await user.click(await screen.findByLabelText('Shown to visitors'));
    await user.type(screen.getByLabelText('Text'), 'Enrolment is open.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(saves()).toEqual([
        {
          setting_key: 'announcement',
          new_value: { isShown: true, text: 'Enrolment is open.', label: '', url: '' },
          seen: '2026-11-20T09:00:00Z',
        },
      ]),
    );
  });

  it('show at the field what the database refused, and keep the form', async () => {
    open('/dashboard/cms/sections/announcement', now, [{ problems: [{ path: 'url', problem: 'A link needs a label and an address.' }] }]);
    await user.type(await screen.findByLabelText('Link text'), 'More');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('A link needs a label and an address.')).toBeInTheDocument();
    expect(screen.getByLabelText('Link address')).toHaveAccessibleDescription(/A link needs/);
    expect(screen.getByLabelText('Link text')).toHaveValue('More');
  });

  it('let the user resolve a conflict', async () => {
    const { saves } = open('/dashboard/cms/sections/announcement', now, ['conflict', { updatedAt: '2026-11-21T09:00:00Z' }]);
    await user.type(await screen.findByLabelText('Text'), 'Mine');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Somebody else saved this in the meantime.')).toBeInTheDocument();
    expect(screen.getByLabelText('Text')).toHaveValue('Mine');
    await user.click(screen.getByRole('button', { name: /Save mine/ }));
    await waitFor(() => expect(saves()).toHaveLength(2));
  });

  it('load an earlier version into the form', async () => {
    const { saves } = open('/dashboard/cms/sections/announcement', now);
    await user.click(await screen.findByRole('button', { name: /Restore the version from/ }));
    expect(screen.getByLabelText('Text')).toHaveValue('Closed on Friday.');
    expect(saves()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]?.new_value).toEqual(earlier);
  });
});

describe('a list among the settings', () => {
  it('adds, removes and moves entries', async () => {
    const { saves } = open('/dashboard/cms/settings/social', social);
    await user.click(await screen.findByRole('button', { name: 'Move Link 2 up' }));
    // The moved entry is first now: its up button is disabled, so the down button has the focus.
    expect(screen.getByRole('button', { name: 'Move Link 1 down' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Remove Link 2' }));
    await user.click(screen.getByRole('button', { name: 'Add link' }));
    await user.type(screen.getAllByLabelText('Name')[1]!, 'Facebook');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]?.new_value).toEqual([
      { label: 'YouTube', url: 'https://youtube.com/' },
      { label: 'Facebook', url: '' },
    ]);
  });

  it('shows a time of day and stores minutes', async () => {
    const one = { days: [1], opensAt: 420, closesAt: 1020, label: 'Mondays' };
    const { saves } = open('/dashboard/cms/settings/hours', { office: one, chat: one });
    const office = within(await screen.findByRole('region', { name: 'Office' }));
    expect(office.getByLabelText('Opens at')).toHaveValue('07:00');
    await user.click(office.getByLabelText('Sunday'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]?.new_value).toEqual({ office: { ...one, days: [0, 1] }, chat: one });
  });
});
