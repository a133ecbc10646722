// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { expectListStates, fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../App.tsx';

const home = '/dashboard/addons/behaviour-records';
const user = userEvent.setup();
afterEach(cleanup);

const categories = [
  { id: 'm', name: 'Helped somebody', kind: 'merit', points: 2, is_active: true },
  { id: 'i', name: 'Rude to somebody', kind: 'incident', points: 3, is_active: true },
  { id: 'o', name: 'No longer used', kind: 'incident', points: 3, is_active: false },
];
const entry = {
  id: 'e1',
  student_id: 's1',
  student: 'Amani Otieno',
  admission_number: 'GA/1',
  class_name: 'Form 3 East',
  category: 'Rude to somebody',
  kind: 'incident',
  points: 3,
  happened_on: '2026-11-20',
  note: 'Shouted at the cook',
  agreed: 'Says sorry',
  recorded_by: 'Faith Achieng',
  recorded_at: '2026-11-20T08:00:00Z',
  shared_at: null,
  withdrawn_at: null,
  withdrawn_reason: null,
  follow_ups: [{ id: 'f1', due_on: '2026-11-27', task: 'Talk to the cook', person: 'Faith Achieng', done_at: null, outcome: null }],
  total: 1,
};

type Options = {
  path?: string;
  role?: Role;
  state?: 'on' | 'read-only';
  kinds?: object[];
  list?: () => FakeResponse | Promise<FakeResponse>;
};
function open({ path = '', role = 'staff', state = 'on', kinds = categories, list = () => ({ body: [entry] }) }: Options = {}) {
  const { db, sent } = fakeDb((request) => {
    if (request.path === 'behaviour_categories') return { body: kinds };
    if (request.path === 'rpc/read_behaviour') return list();
    if (request.path === 'students')
      return {
        body: [
          {
            id: 's1',
            admission_number: 'GA/1',
            first_name: 'Amani',
            last_name: 'Otieno',
            status: 'active',
            admitted_on: '2025-01-01',
            classes: null,
          },
        ],
        total: 1,
      };
    if (request.path === 'rpc/behaviour_people') return { body: [{ id: 'u2', name: 'Faith Achieng' }] };
    if (request.path === 'rpc/record_behaviour') return { body: 1 };
    if (request.path === 'rpc/add_usual_behaviour_categories') return { body: 10 };
    return { body: [] };
  });
  const session = signedInAs(role, { id: 'u1', schoolId: 'h1', features: { 'addon:behaviour-records': state } });
  renderRoute(<App />, { path: home + path, session, db });
  return { sent: (name: string) => sent.filter((request) => request.path === `rpc/${name}`).map(({ body }) => body) };
}

describe('recording', () => {
  it('sends a merit for the chosen students, shared as the school wants', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Record' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Record behaviour' }));
    await user.click(dialog.getByRole('button', { name: 'Record' }));
    expect(dialog.getByText('Choose a student')).toBeInTheDocument();
    await user.click(dialog.getByRole('combobox', { name: /^Students/ }));
    await user.click(await dialog.findByRole('option', { name: /^Amani Otieno.*GA\/1/ }));
    await user.selectOptions(dialog.getByLabelText(/^Merit or incident/), 'm');
    expect(dialog.queryByRole('option', { name: /No longer used/ })).toBeNull();
    expect(dialog.getByLabelText('Share with the family')).toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'Record' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('record_behaviour')).toEqual([expect.objectContaining({ student_ids: ['s1'], category_id: 'm', is_shared: true })]);
  });

  it('asks for what a follow-up needs', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Record' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Record behaviour' }));
    await user.click(dialog.getByRole('combobox', { name: /^Students/ }));
    await user.click(await dialog.findByRole('option', { name: /^Amani Otieno.*GA\/1/ }));
    await user.selectOptions(dialog.getByLabelText(/^Merit or incident/), 'i');
    expect(dialog.getByLabelText('Share with the family')).not.toBeChecked();
    await user.type(dialog.getByLabelText(/^What happened/), 'Shouted');
    await user.click(dialog.getByLabelText('Plan a follow-up'));
    await user.click(dialog.getByRole('button', { name: 'Record' }));
    expect(dialog.getByText('Enter the action')).toBeInTheDocument();
    expect(sent('record_behaviour')).toEqual([]);
    await user.type(dialog.getByLabelText(/^Action to take/), 'Talk');
    await user.selectOptions(dialog.getByLabelText('Assigned to'), 'u2');
    await user.click(dialog.getByRole('button', { name: 'Record' }));
    expect(sent('record_behaviour')).toEqual([expect.objectContaining({ follow_up_task: 'Talk', follow_up_by: 'u2', is_shared: false })]);
  });

  it('is not offered after the licence ended, while everything is read', async () => {
    open({ state: 'read-only' });
    expect(await screen.findByText('Amani Otieno')).toBeInTheDocument();
    expect(await screen.findByText(/^The licence for this add-on has expired/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Record' })).toBeNull();
  });
});

it('shows what was agreed and lets it be shared', async () => {
  const { sent } = open();
  await user.click(await screen.findByText('Rude to somebody'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Amani Otieno' }));
  expect(await dialog.findByText('Says sorry')).toBeInTheDocument();
  await user.click(dialog.getByLabelText('Shared with the family'));
  expect(sent('share_behaviour')).toEqual([{ entry_id: 'e1', is_shared: true }]);
  await user.click(dialog.getByRole('button', { name: 'Close: Talk to the cook' }));
  await user.type(within(await screen.findByRole('dialog', { name: 'Follow-up on Amani Otieno' })).getByLabelText(/^Outcome/), 'Done');
  await user.click(screen.getByRole('button', { name: 'Close follow-up' }));
  expect(sent('close_behaviour_follow_up')).toEqual([{ follow_up_id: 'f1', outcome: 'Done' }]);
});

it('goes through pending, error and empty', () =>
  expectListStates((list) => open({ list }), { table: 'Behaviour', empty: 'Nothing recorded yet' }));

it('teaches what to do first while a school has no kinds, and gives an administrator the usual ones', async () => {
  const { sent } = open({ role: 'admin', kinds: [] });
  await user.click(await screen.findByRole('link', { name: 'Choose merits and incidents' }));
  await user.click(await screen.findByRole('button', { name: 'Start with the standard list' }));
  expect(sent('add_usual_behaviour_categories')).toEqual([{ language: 'en' }]);
});

it('shows a family what is shared with it', async () => {
  open({ role: 'parent', path: '/shared' });
  expect(await screen.findByText('Shouted at the cook')).toBeInTheDocument();
  expect(screen.getByText('Agreed: Says sorry')).toBeInTheDocument();
});
