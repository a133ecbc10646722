// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const row = {
  id: 'u1',
  email: 'faith@greenfield.test',
  first_name: 'Faith',
  last_name: 'Achieng',
  phone: '+254 711 000 012',
  role: 'teacher',
  school_id: 'h1',
  school_name: 'Greenfield Academy',
  content_revision: 7,
};

const phone = 'Mozilla/5.0 (Linux; Android 14; SM-A057F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const signIns = Array.from({ length: 12 }, (_, index) => ({
  id: `s${index}`,
  signed_in_at: `2026-09-${30 - index}T05:10:00Z`,
  ended_at: index === 0 ? null : `2026-09-${30 - index}T14:00:00Z`,
  has_second_step: index === 1,
  device: phone,
  address: index === 2 ? null : '197.248.0.7',
}));

const choices = {
  topics: [
    { topic: 'announcements', label: 'Announcements of the school', mail: false, push: true },
    { topic: 'gate', label: 'Arrivals and departures at the gate', mail: true, push: true },
  ],
  quiet_hours: null as { starts: string; ends: string } | null,
};

const pushes = {
  sender_key: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  is_lost: false,
  devices: [{ id: 'd1', device: phone, added_at: '2026-09-20T05:10:00Z', is_this: false, is_current: true }],
};

function open(
  role: Role,
  {
    read = () => ({ body: [{ ...row, role }] }),
    save = () => ({ body: row }),
  }: { read?: () => FakeResponse; save?: () => FakeResponse | Promise<FakeResponse> } = {},
) {
  const database = fakeDb(({ path, method }) => {
    if (path === 'rpc/current_identity') return read();
    if (path === 'users' && method === 'PATCH') return save();
    if (path === 'rpc/message_choices') return { body: choices };
    if (path === 'rpc/push_devices') return { body: pushes };
    if (path === 'rpc/add_push_device' || path === 'rpc/remove_push_device') return { body: null };
    if (path === 'rpc/choose_message' || path === 'rpc/set_quiet_hours') return { body: null };
    if (path === 'sign_ins') return { body: signIns.slice(0, 10), total: signIns.length };
    return { status: 400, body: { code: 'P0001', message: 'Not faked in this test.' } };
  });
  renderRoute(<App />, {
    path: '/dashboard/profile',
    session: signedInAs(role, { schoolId: role === 'super_admin' ? null : 'h1' }),
    db: database.db,
  });
  return database;
}
const form = () => screen.findByRole('form', { name: 'Profile' });

describe('a person who has to set up an authenticator app', () => {
  it('is shown that and nothing else', async () => {
    const { db } = fakeDb(() => ({ status: 403, body: { code: '42501', message: 'no' } }));
    renderRoute(<App />, { path: '/dashboard/profile', session: signedInAs('super_admin', { hasToEnrol: true }), db });
    expect(await screen.findByRole('heading', { level: 1, name: 'Set up two-step sign-in' })).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Two-step sign-in' })).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Sign-ins' })).toBeNull();
  });
});

describe('the profile', () => {
  it('edits names and phone, and says why email and role are fixed', async () => {
    open('teacher');
    const profile = within(await form());
    for (const label of ['First name', 'Last name', 'Phone']) expect(profile.getByLabelText(label)).not.toHaveAttribute('readonly');
    for (const label of ['Email', 'Role']) expect(profile.getByLabelText(label)).toHaveAttribute('readonly');
    expect(profile.getByText('Email cannot be changed')).toBeInTheDocument();
    expect(profile.getByText('Role cannot be changed')).toBeInTheDocument();
    expect(profile.getByLabelText('Role')).toHaveValue('Teacher');
  });

  it('shows that it is saving and that it saved', async () => {
    const saving = Promise.withResolvers<FakeResponse>();
    const { sent } = open('teacher', {
      save: () => saving.promise,
    });
    const profile = within(await form());
    await user.clear(profile.getByLabelText('First name'));
    await user.type(profile.getByLabelText('First name'), 'Hope');
    await user.click(profile.getByRole('button', { name: 'Save changes' }));
    expect(await profile.findByRole('button', { name: 'Saving...' })).toBeDisabled();
    await waitFor(() => expect(sent.some(({ method }) => method === 'PATCH')).toBe(true));
    saving.resolve({ body: { ...row, first_name: 'Hope' } });
    expect(await profile.findByText('Profile updated successfully!')).toBeInTheDocument();
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      first_name: 'Hope',
      last_name: 'Achieng',
      phone: '+254 711 000 012',
    });
  });

  it('keeps the input when saving fails', async () => {
    open('teacher', {
      save: () => ({ status: 400, body: { code: 'P0001', message: 'This phone number is too long.', hint: 'profile.phone' } }),
    });
    const profile = within(await form());
    await user.clear(profile.getByLabelText('Phone'));
    await user.type(profile.getByLabelText('Phone'), '0712 345 678');
    await user.click(profile.getByRole('button', { name: 'Save changes' }));
    expect(await profile.findByText('Failed to update profile')).toBeInTheDocument();
    expect(profile.getByText('This phone number is too long.')).toBeInTheDocument();
    expect(profile.getByLabelText('Phone')).toHaveValue('0712 345 678');
    expect(profile.queryByText('Profile updated successfully!')).toBeNull();
  });

  it('reads again after an error', async () => {
    let isBroken = true;
    open('teacher', { read: () => (isBroken ? { status: 400, body: { code: 'P0001', message: 'Not now.' } } : { body: [row] }) });
    const failure = (await screen.findByText('Failed to load profile data')).closest('[role="alert"]') as HTMLElement;
    isBroken = false;
    await user.click(within(failure).getByRole('button'));
    await waitFor(async () => expect(within(await form()).getByLabelText('First name')).toHaveValue('Faith'));
  });

  it('is read-only for a super admin', async () => {
    open('super_admin');
    const profile = within(await form());
    for (const label of ['First name', 'Last name', 'Phone', 'Email', 'Role'])
      expect(profile.getByLabelText(label)).toHaveAttribute('readonly');
    expect(profile.queryByRole('button')).toBeNull();
    expect(screen.getByText(/managed separately. Contact system administrators/)).toBeInTheDocument();
  });

  it('lists the person’s sign-ins, page by page', async () => {
    const { sent } = open('teacher');
    const card = within((await screen.findByRole('heading', { name: 'Sign-ins' })).closest('section')!);
    await waitFor(() => expect(card.getAllByRole('listitem')).toHaveLength(10));
    const [open1, coded, unknown] = card.getAllByRole('listitem').map((item) => item.textContent);
    expect(open1).toMatch(/^Chrome on Android.*from 197\.248\.0\.7Still signed in$/);
    expect(coded).toMatch(/With a code.*Ended 29 Sept/);
    expect(unknown).not.toContain('from');
    await user.click(card.getByRole('button', { name: /next/i }));
    await waitFor(() => expect(sent.some(({ path, query }) => path === 'sign_ins' && query.get('offset') === '10')).toBe(true));
  });
});

describe('the messages of a person', () => {
  it('are chosen by topic, each at once', async () => {
    const { sent } = open('parent');
    const mails = within(await screen.findByRole('list', { name: 'By email' }));
    const news = mails.getByRole('switch', { name: 'Announcements of the school' });
    expect(news).not.toBeChecked();
    expect(mails.getByRole('switch', { name: 'Arrivals and departures at the gate' })).toBeChecked();
    await user.click(news);
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/choose_message')?.body).toEqual({
        topic: 'announcements',
        channel: 'mail',
        is_on: true,
      }),
    );
  });

  it('are shown by devices that are listed, of the topics that are chosen for them', async () => {
    const { sent } = open('parent');
    const onDevices = within(await screen.findByRole('list', { name: 'On your devices' }));
    await user.click(onDevices.getByRole('switch', { name: 'Announcements of the school' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/choose_message')?.body).toEqual({
        topic: 'announcements',
        channel: 'push',
        is_on: false,
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Turn messages off for Chrome on Android' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/remove_push_device')?.body).toEqual({ device_id: 'd1' }));
  });

  it('are turned on by a press, after which the browser asks', async () => {
    const requestPermission = vi.fn(async () => 'granted');
    const bytes = (length: number) => new Uint8Array(length).fill(4).buffer;
    const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/1', getKey: (name: string) => bytes(name === 'auth' ? 16 : 65) };
    const pushManager = { getSubscription: async () => null, subscribe: vi.fn(async () => subscription) };
    vi.stubGlobal('PushManager', class {});
    vi.stubGlobal('Notification', Object.assign(class {}, { permission: 'default', requestPermission }));
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { getRegistration: async () => ({ pushManager }), ready: Promise.resolve({ pushManager }) },
    });
    const { sent } = open('parent');
    const press = await screen.findByRole('button', { name: 'Turn on for this device' });
    expect(requestPermission).not.toHaveBeenCalled();
    await user.click(press);
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/add_push_device')?.body).toMatchObject({
        endpoint: 'https://fcm.googleapis.com/fcm/send/1',
        sender_key: pushes.sender_key,
        public_key: expect.stringMatching(/^[\w-]{87}$/),
        secret: expect.stringMatching(/^[\w-]{22}$/),
      }),
    );
    expect(pushManager.subscribe).toHaveBeenCalledWith(expect.objectContaining({ userVisibleOnly: true }));
    Reflect.deleteProperty(navigator, 'serviceWorker');
    vi.unstubAllGlobals();
  });

  it('say what to do where a browser cannot show them', async () => {
    open('parent');
    expect(await screen.findByText(/This browser cannot show messages while the site is closed/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Turn on for this device' })).toBeNull();
  });

  it('wait in quiet hours, which can be set and taken back', async () => {
    choices.quiet_hours = { starts: '21:00', ends: '06:00' };
    const { sent } = open('parent');
    const hours = within(await screen.findByRole('form', { name: 'Quiet hours' }));
    const until = hours.getByLabelText(/^Until/);
    await user.clear(until);
    await user.type(until, '07:30');
    await user.click(hours.getByRole('button', { name: 'Change' }));
    const saved = () => sent.filter(({ path }) => path === 'rpc/set_quiet_hours').map(({ body }) => body);
    await waitFor(() => expect(saved()).toEqual([{ starts: '21:00', ends: '07:30' }]));
    await waitFor(() => expect(hours.getByRole('button', { name: 'Change' })).toBeEnabled());
    expect(hours.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(hours.getByRole('button', { name: 'No quiet hours' })).toBeEnabled());
    await user.click(hours.getByRole('button', { name: 'No quiet hours' }));
    await waitFor(() => expect(saved().at(-1)).toEqual({ starts: null, ends: null }));
    choices.quiet_hours = null;
  });
});
