// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeDb, refused, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const invoke = vi.fn<(name: string, options: { body: unknown }) => Promise<unknown>>();
vi.mock('@masomo/auth', async (original) => ({ ...(await original<object>()), getClient: async () => ({ functions: { invoke } }) }));

const user = userEvent.setup();
afterEach(cleanup);

const offer = (id: string, name: string, price: number, most: number, campuses: number | null, upgrade: number | null = null) => ({
  plan_id: id,
  name,
  max_students: most,
  max_campuses: campuses,
  price_term: price,
  price_year: price * 2.7,
  upgrade_price: upgrade,
});
const plan = {
  school_id: 'h1',
  today: '2027-02-01',
  state: 'active',
  version: 'saas',
  plan_id: 'p1',
  plan: 'Starter',
  billing: 'termly',
  started_on: '2027-01-05',
  ends_on: '2027-05-05',
  grace_until: '2027-06-04',
  students: 185,
  max_students: 200,
  max_campuses: null as number | null,
  periods: [{ id: 's1', plan: 'Starter', is_trial: false, billing: 'termly', started_on: '2027-01-05', ends_on: '2027-05-05' }],
  licences: [
    {
      id: 'l1',
      name: 'Quick Fees',
      quantity: 1,
      campus_ids: null,
      valid_from: '2027-01-05',
      valid_until: '2027-05-05',
      order_number: 'ORD-2027-001',
      is_key: false,
      state: 'valid',
    },
  ],
  campuses: [
    { id: 'k1', name: 'Hill' },
    { id: 'k2', name: 'River' },
  ],
  offers: [offer('p1', 'Starter', 20000, 200, null), offer('p2', 'Silver', 40000, 700, null, 15667)],
};

const gold = offer('p3', 'Gold', 60000, 1500, null, 31333);

function open(response: FakeResponse | (() => FakeResponse) = { body: plan }, exports: object[] = [], jobs: object[] = []) {
  const database = fakeDb(
    respondWith({
      'rpc/school_plan': response,
      'rpc/storage_use': { body: { used: 1024 ** 3, limit: 5 * 1024 ** 3 } },
      school_exports: { body: exports },
      jobs: { body: jobs },
      'rpc/start_school_export': { body: 'x1' },
      'rpc/cancel_job': { status: 204, body: null },
      'rpc/retry_job': { status: 204, body: null },
      'rpc/offered_payment_methods': { body: ['mpesa', 'card', 'bank'] },
      'rpc/choose_licence_campuses': { body: null },
      'rpc/place_order': {
        body: {
          id: 'o1',
          order_number: 'ORD-2027-009',
          payment_reference: 'MSAB',
          status: 'pending',
          total_amount: 15667,
          net_amount: 13506,
          vat_amount: 2161,
        },
      },
      users: { body: { first_name: 'Faith', last_name: 'Achieng', phone: '0712345678', schools: { name: 'Greenfield' } } },
    }),
  );
  renderRoute(<App />, { path: '/dashboard/school/plan', session: signedInAs('admin', { schoolId: 'h1' }), db: database.db });
  return database;
}

describe('plan and licences', () => {
  it('show the plan, its end, the students at nine tenths and what a licence covers', async () => {
    open();
    expect(await screen.findByRole('region', { name: 'Starter' })).toHaveTextContent('Paid until 5 May 2027');
    await waitFor(() => expect(screen.getByRole('region', { name: 'Room for files' })).toHaveTextContent('1 GB of 5 GB used'));
    expect(screen.getByRole('region', { name: 'Students' })).toHaveTextContent(/185 of 200 students, 92%.*Nine in ten places are taken/);
    expect(screen.getByRole('row', { name: /Quick Fees On 5 Jan 2027 5 May 2027 No campus yet/ })).toBeInTheDocument();
  });

  it.each([
    [null, '2 campuses. Your plan has no limit.'],
    [3, '2 of 3 campuses'],
    [2, '2 of 2 campusesYour plan has no campus left. Upgrade to Gold before you add another; the campuses you have stay.'],
    [1, '2 of 1 campusYour plan has no campus left. Upgrade to Gold before you add another; the campuses you have stay.'],
  ])('show the campuses of a plan for %s', async (most, words) => {
    open({ body: { ...plan, max_campuses: most, offers: [offer('p1', 'Starter', 20000, 200, most), gold] } });
    expect((await screen.findByRole('region', { name: 'Campuses' })).textContent).toBe(`Campuses${words}`);
  });

  it('say where no plan has more campuses', async () => {
    open({ body: { ...plan, max_campuses: 2, offers: [offer('p2', 'Silver', 40000, 700, 2)] } });
    expect(await screen.findByText(/no plan has more. Talk to us before you add another/)).toBeInTheDocument();
  });

  it('tell what the end means, and name the plan that fits when the plan is full', async () => {
    open({ body: { ...plan, state: 'grace', students: 240, licences: [] } });
    expect(await screen.findByText(/change nothing until you renew.*grace period runs until 4 Jun 2027/)).toBeInTheDocument();
    expect(screen.getByText(/your next renewal will offer Silver/)).toBeInTheDocument();
    expect(screen.getByText('No add-ons yet')).toBeInTheDocument();
  });

  it('say of an add-on that is sold and not built yet that it is in preparation', async () => {
    open({ body: { ...plan, licences: [{ ...plan.licences[0], name: 'Biometrics Entry', state: 'preparing' }] } });
    expect(await screen.findByRole('row', { name: /Biometrics Entry In preparation/ })).toBeInTheDocument();
  });

  it('ask a school with a server of its own for the key of what it ordered', async () => {
    open({ body: { ...plan, version: 'standalone', licences: [{ ...plan.licences[0], state: 'without-key' }] } });
    expect(await screen.findByRole('row', { name: /Quick Fees Enter its key/ })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Enter its key' }));
    const form = within(screen.getByRole('region', { name: 'Enter a licence key' }));
    expect(form.getByLabelText(/^Licence key of Quick Fees/)).toHaveFocus();
  });

  it('show add-ons as read-only without a running subscription', async () => {
    open({ body: { ...plan, state: 'ended' } });
    expect(await screen.findByRole('row', { name: /Quick Fees Read-only/ })).toBeInTheDocument();
  });

  it('can be read again after a failure', async () => {
    let fails = true;
    open(() => (fails ? refused : { body: plan }));
    const retry = await screen.findByRole('button', { name: /Retry|Try again/ });
    fails = false;
    await user.click(retry);
    expect(await screen.findByRole('region', { name: 'Starter' })).toBeInTheDocument();
  });

  it('an upgrade shows its price before it is ordered', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Upgrade' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade your plan' }));
    expect(
      await dialog.findByText(/KES 15,667 is the difference between the two plans for the days left until 5 May 2027/),
    ).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Continue to pay KES 15,667' }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/place_order')).toBeDefined());
    expect(sent.find(({ path }) => path === 'rpc/place_order')?.body).toMatchObject({
      lines: [{ plan_id: 'p2', quantity: 1, is_upgrade: true }],
      expected_total: 15667,
      payment_method: 'mpesa',
      billing: { firstName: 'Faith', institution: 'Greenfield' },
    });
  });

  it('the plans on offer name their limits, and a renewal is offered the first that has the campuses', async () => {
    const offers = [offer('p1', 'Starter', 20000, 200, 1), offer('p2', 'Silver', 40000, 700, 2), gold];
    open({ body: { ...plan, max_campuses: 1, offers } });
    await user.click(await screen.findByRole('button', { name: 'Renew' }));
    const choice = await within(await screen.findByRole('dialog')).findByLabelText('Plan');
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Starter: 200 students, 1 campus', 'Silver: 700 students, 2 campuses', 'Gold: 1,500 students, all campuses']);
    expect(choice).toHaveValue('p2');
  });

  it('a renewal is for a term or a year', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Renew' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Renew your subscription' }));
    await user.selectOptions(await dialog.findByLabelText('Period'), 'annual');
    await user.selectOptions(dialog.getByLabelText('Payment method'), 'bank');
    await user.click(dialog.getByRole('button', { name: 'Continue to pay KES 54,000' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/place_order')?.body).toMatchObject({
        lines: [{ plan_id: 'p1', quantity: 1, billing: 'annual' }],
        payment_method: 'bank',
      }),
    );
  });

  it('a key is entered where the school has a server of its own, and refused in words', async () => {
    open({ body: { ...plan, version: 'standalone' } });
    const card = within(await screen.findByRole('region', { name: 'Enter a licence key' }));
    expect(card.getByText('h1')).toBeInTheDocument();
    const answers = [
      new Response(JSON.stringify({ error: 'This key is for Hill School. Enter the key of your own school.', field: 'key' }), {
        status: 400,
      }),
      new Response(JSON.stringify({ licence: { name: 'Quick Fees', valid_from: '2027-02-01', valid_until: '2027-06-01' } })),
    ];
    invoke.mockImplementation(async () => {
      const response = answers.shift()!;
      return response.ok ? { data: await response.json(), error: null, response } : { data: null, error: new Error('refused'), response };
    });
    expect(card.getByRole('button', { name: 'Enter key' })).toBeDisabled();
    await user.type(card.getByLabelText(/^Licence key/), 'aaa.bbb.ccc');
    await user.click(card.getByRole('button', { name: 'Enter key' }));
    expect(await card.findByText('This key is for Hill School. Enter the key of your own school.')).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Enter key' }));
    await waitFor(() => expect(card.getByLabelText(/^Licence key/)).toHaveValue(''));
    expect(card.queryByText(/This key is for/)).not.toBeInTheDocument();
    expect(invoke).toHaveBeenCalledWith('activate-licence', { body: { key: 'aaa.bbb.ccc' } });
  });

  it('shows the person who started an export how far it is, to be cancelled and tried again', async () => {
    const job = {
      id: 'j1',
      kind: 'school-export',
      subject: 'x1',
      done: 40,
      total: 100,
      reason: null,
      failures: 0,
      due_at: '2026-11-20T08:00:00Z',
    };
    const times = { created_at: '2026-11-20T08:00:00Z', finished_at: null };
    const failed = { ...job, ...times, id: 'j2', subject: 'x2', state: 'failed', reason: 'The file server was away.' };
    const { sent } = open({ body: plan }, [], [{ ...job, ...times, state: 'running' }, failed]);
    const card = within(await screen.findByRole('region', { name: 'Export everything' }));
    expect(await card.findByText('40 of 100 done')).toBeInTheDocument();
    expect(card.getByText('It could not be finished: The file server was away.')).toBeInTheDocument();
    await user.click(card.getByRole('button', { name: /^Cancel what was started/ }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/cancel_job')?.body).toEqual({ job: 'j1' }));
    await user.click(card.getByRole('button', { name: /^Try again what was started/ }));
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/retry_job')?.body).toEqual({ job: 'j2' }));
  });

  it('an export is started in every state, shows how far it is, and is downloaded while it is kept', async () => {
    const made = { school_id: 'h1', entries: 80, entries_done: 20, size: 1_572_864, created_at: '2027-02-01T09:00:00Z', expires_at: null };
    const { sent } = open({ body: { ...plan, state: 'closed' } }, [
      { ...made, id: 'x3', state: 'running' },
      { ...made, id: 'x2', state: 'ready', created_at: '2027-01-30T09:00:00Z', expires_at: '2027-02-06T09:00:00Z' },
      { ...made, id: 'x1', state: 'expired', created_at: '2027-01-02T09:00:00Z' },
    ]);
    const card = within(await screen.findByRole('region', { name: 'Export everything' }));
    expect(await card.findByText('25% written, 1.5 MB')).toBeInTheDocument();
    expect(card.getByText('1.5 MB, here until 6 Feb 2027')).toBeInTheDocument();
    expect(card.getByText('Deleted after seven days. Start a new one.')).toBeInTheDocument();
    expect(card.getAllByRole('button', { name: /^Download the export/ })).toHaveLength(1);
    expect(card.getByRole('button', { name: 'Start an export' })).toBeDisabled();
    expect(sent.filter(({ path }) => path === 'rpc/start_school_export')).toEqual([]);
    cleanup();
    const idle = open({ body: { ...plan, state: 'closed' } });
    await user.click(await screen.findByRole('button', { name: 'Start an export' }));
    await waitFor(() => expect(idle.sent.some(({ path }) => path === 'rpc/start_school_export')).toBe(true));
  });

  it('a licence is placed at as many campuses as it covers', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Choose campuses for Quick Fees' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Campuses with Quick Fees' }));
    await user.click(dialog.getByLabelText('River'));
    expect(dialog.getByLabelText('Hill')).toBeDisabled();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/choose_licence_campuses')?.body).toEqual({ licence_id: 'l1', campus_ids: ['k2'] }),
    );
  });
});
