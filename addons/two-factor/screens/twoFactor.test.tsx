// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { expectListStates, fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../App.tsx';
import { HomeCard } from '../slots/HomeCard.tsx';
import { ProfileCard } from '../slots/ProfileCard.tsx';

const home = '/dashboard/addons/two-factor';
const user = userEvent.setup();
afterEach(cleanup);

const rule = (role: string, required_from: string | null = null, is_at_once = false) => ({
  role,
  required_from,
  is_at_once,
  grace_days: 7,
  people: 12,
  enrolled: 3,
});
const person = (over: object = {}) => ({
  id: 'u2',
  name: 'Faith Achieng',
  email: 'faith@greenfield.test',
  role: 'teacher',
  enrolled_at: null,
  due_on: '2099-03-01',
  signed_in_at: '2026-11-20T08:00:00Z',
  devices: 1,
  total: 1,
  ...over,
});
const signIn = {
  id: 's1',
  user_id: 'u2',
  name: 'Faith Achieng',
  email: 'faith@greenfield.test',
  role: 'teacher',
  signed_in_at: '2026-11-20T08:00:00Z',
  ended_at: null,
  has_second_step: true,
  device: 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0',
  address: '197.248.0.7',
  total: 1,
};

type Options = {
  path?: string;
  state?: 'on' | 'read-only';
  list?: () => FakeResponse | Promise<FakeResponse>;
  element?: React.ReactElement;
  mine?: object;
  devices?: object[];
};
function open({ path = '', state = 'on', list, element, mine, devices = [] }: Options = {}) {
  const { db, sent } = fakeDb((request) => {
    if (list && ['rpc/two_factor_people', 'rpc/two_factor_log'].includes(request.path)) return list();
    if (request.path === 'addon_settings') return { body: [] };
    const bodies: Record<string, unknown> = {
      'rpc/two_factor_policy': [rule('admin', null, true), rule('teacher', '2099-02-01'), rule('parent')],
      'rpc/two_factor_people': [person()],
      'rpc/two_factor_log': [signIn],
      'rpc/remind_two_factor': 1,
      'rpc/my_two_factor': mine,
      'rpc/my_trusted_devices': devices,
      'rpc/end_trusted_device': true,
    };
    return request.path in bodies ? { body: bodies[request.path] } : { status: 204, body: null };
  });
  const session = signedInAs('admin', { id: 'u1', schoolId: 'h1', features: { 'addon:two-factor': state } });
  renderRoute(element ?? <App />, { path: home + path, session, db });
  return { sent: (name: string) => sent.filter((request) => request.path === `rpc/${name}`).map(({ body }) => body) };
}

describe('the rules', () => {
  it('say who needs a code and how many have set it up', async () => {
    open();
    const row = within((await screen.findByText('Teacher')).closest('tr')!);
    expect(row.getByText(/^Required from /)).toBeInTheDocument();
    expect(row.getByRole('link', { name: '3 of 12' })).toHaveAttribute('href', `${home}/people?role=teacher`);
    expect(within(screen.getByText('Administrator').closest('tr')!).getByText('Required')).toBeInTheDocument();
  });

  it('are made with a day and grace, and taken back', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Change the rule for Parent' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Two-step sign-in: Parent' }));
    await user.click(dialog.getByLabelText('Required'));
    const from = dialog.getByLabelText(/^From/);
    await user.clear(from);
    await user.type(from, '2099-05-04');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('set_two_factor_policy')).toEqual([{ role: 'parent', required_from: '2099-05-04', grace_days: 7 }]));
    await user.click(await screen.findByRole('button', { name: 'Change the rule for Teacher' }));
    const second = within(await screen.findByRole('dialog', { name: 'Two-step sign-in: Teacher' }));
    await user.click(second.getByLabelText('Required'));
    await user.click(second.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('set_two_factor_policy').at(-1)).toEqual({ role: 'teacher', grace_days: 7 }));
  });

  it('are read and not changed after the licence ended', async () => {
    open({ state: 'read-only' });
    expect(await screen.findByText('Teacher')).toBeInTheDocument();
    expect(await screen.findByText(/^The licence for this add-on has expired/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
  });
});

describe('the people', () => {
  it('without an app are reminded, one or all', async () => {
    const { sent } = open({ path: '/people' });
    expect(await screen.findByText(/^Until /)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remind everyone' }));
    await waitFor(() => expect(sent('remind_two_factor')).toEqual([{}]));
    await user.click(screen.getByRole('checkbox', { name: /Faith Achieng/ }));
    await user.click(await screen.findByRole('button', { name: 'Remind' }));
    await waitFor(() => expect(sent('remind_two_factor')).toEqual([{}, { people: ['u2'] }]));
  });

  it('who lost a phone are helped with a reason', async () => {
    const { sent } = open({ path: '/people', list: () => ({ body: [person({ enrolled_at: '2026-10-01T08:00:00Z' })] }) });
    await user.click(await screen.findByRole('button', { name: 'Reset the app of Faith Achieng' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset the app of Faith Achieng?' }));
    await user.type(dialog.getByLabelText(/^Reason/), 'Lost the phone');
    await user.click(dialog.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(sent('reset_two_factor')).toEqual([{ person: 'u2', reason: 'Lost the phone' }]));
  });

  it('who are super admins too are not helped here', async () => {
    open({ path: '/people', list: () => ({ body: [person({ role: 'super_admin', enrolled_at: '2026-10-01T08:00:00Z' })] }) });
    expect(await screen.findByRole('row', { name: /Faith Achieng.*Super Admin/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Reset/ })).toBeNull();
  });

  it('go through pending, error and empty', () =>
    expectListStates((list) => open({ path: '/people', list }), { table: 'Set-up status', empty: 'Everyone has set it up' }));
});

describe('the log', () => {
  it('shows who signed in with what', async () => {
    open({ path: '/log' });
    const row = within((await screen.findByText('Faith Achieng')).closest('tr')!);
    expect(row.getByText('With a code')).toBeInTheDocument();
    expect(row.getByText('Chrome on Windows')).toBeInTheDocument();
    expect(row.getByText('197.248.0.7')).toBeInTheDocument();
  });

  it('goes through pending, error and empty', () =>
    expectListStates((list) => open({ path: '/log', list }), { table: 'Sign-in log', empty: 'No sign-ins in this period' }));
});

it('opens the settings with the days of trust', async () => {
  open({ path: '/settings', list: () => ({ body: [] }) });
  expect(await screen.findByLabelText(/^Days a device stays trusted/)).toHaveValue(0);
});

describe('the cards', () => {
  it('ask only people who must set up an app', async () => {
    open({ element: <HomeCard />, mine: { is_enrolled: false, trust_days: 0, due_on: '2099-03-01' } });
    expect(await screen.findByText('Set up two-step sign-in')).toBeInTheDocument();
    cleanup();
    const { sent } = open({ element: <HomeCard />, mine: { is_enrolled: true, trust_days: 0, due_on: '2099-03-01' } });
    await waitFor(() => expect(sent('my_two_factor')).toHaveLength(1));
    expect(screen.queryByText('Set up two-step sign-in')).toBeNull();
  });

  it('list and remove trusted devices', async () => {
    const device = {
      id: 'd1',
      device: 'Chrome/142 Windows',
      trusted_at: '2026-11-01T08:00:00Z',
      trusted_until: '2026-12-01T08:00:00Z',
      used_at: '2026-11-20T08:00:00Z',
    };
    const { sent } = open({ element: <ProfileCard />, mine: { is_enrolled: true, trust_days: 30, due_on: null }, devices: [device] });
    await user.click(await screen.findByRole('button', { name: 'Remove Chrome on Windows' }));
    await waitFor(() => expect(sent('end_trusted_device')).toEqual([{ device_id: 'd1' }]));
  });
});
