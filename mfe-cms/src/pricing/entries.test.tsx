// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { toaster } from '@masomo/design-system/overlays';
import { fakeDb, renderRoute, signedInAs, type FakeResponse, withToaster } from '@masomo/testing';
import { App } from '../App.tsx';
import { planFormOf, planSchema } from './planForm.ts';

configure({ asyncUtilTimeout: 15_000 });
const user = userEvent.setup();
afterEach(() => {
  // What one test was told would hold up what the next one waits for.
  toaster.remove();
  cleanup();
});

const plan = (name: string, more: object = {}) => ({
  id: name,
  name,
  description: `${name}, for a school.`,
  category: 'saas',
  price: 20000,
  period: 'term',
  highlight: false,
  badge: null,
  features: [
    { text: '1-200 students', included: true },
    { text: 'Email support', included: true },
  ],
  max_students: 200,
  max_campuses: 1 as number | null,
  is_active: true,
  in_store: false,
  updated_at: '2026-11-20T09:00:00Z',
  translations: {},
  needs_translation: ['sw'],
  subscribers: 0,
  orders: 0,
  total: 3,
  ...more,
});
const plans = [
  plan('Starter', { subscribers: 3, orders: 2 }),
  plan('Professional', { price: 40000, highlight: true, badge: 'Most Popular', max_students: 500 }),
  plan('Basic', { category: 'standalone', period: 'year', max_students: null, max_campuses: null }),
];
const service = {
  id: 'move',
  name: 'Data Migration',
  description: 'From spreadsheets.',
  category: 'saas',
  price: 4999,
  unit: 'per year',
  is_active: true,
  in_store: true,
  updated_at: '2026-11-20T09:00:00Z',
  translations: {},
  needs_translation: ['sw'],
  orders: 0,
  total: 1,
};
const addon = {
  id: 'fees',
  name: 'Quick Fees',
  description: 'Three steps.',
  category: 'standalone',
  price: 1999,
  bullets: ['Receipts'],
  is_active: true,
  is_popular: true,
  updated_at: '2026-11-20T09:00:00Z',
  translations: {},
  needs_translation: ['sw'],
  pricing_name: null,
  pricing_price: 1499,
  features_price: null,
  aliases: ['Quick Fee'],
};

function open(query = '', answers: Record<string, FakeResponse> = {}) {
  const database = fakeDb(({ path, method, query: asked }) => {
    const given = answers[`${method} ${path}`];
    if (given) return given;
    if (path === 'rpc/list_plans') return { body: plans };
    if (path === 'rpc/addon_figures')
      return { body: [{ feature: 'addon:zoom', name: 'Zoom Live Classes', held_by: 0, used_by: 0, failures: 0 }] };
    if (path === 'rpc/list_services') return { body: [service] };
    if (path === 'addons' && method === 'GET')
      return asked.get('select') === 'position' ? { body: [{ position: 14 }] } : { body: [addon], total: 1 };
    if (['plans', 'services'].includes(path) && method === 'GET') return { body: [{ position: 50 }] };
    if (method === 'POST' && ['plans', 'services', 'addons'].includes(path)) return { status: 201, body: { id: 'new' } };
    if (method === 'PATCH') return { body: asked.has('updated_at') ? [{ id: 'saved' }] : { id: 'saved' } };
    if (path === 'rpc/move_plan') return { status: 204, body: null };
    throw new Error(`The test expected no request for ${method} ${path}.`);
  });
  const route = renderRoute(withToaster(<App />), {
    path: `/dashboard/cms/pricing${query}`,
    session: signedInAs('super_admin'),
    db: database.db,
  });
  return { ...database, ...route };
}
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const fill = async (field: HTMLElement, words: string) => {
  await user.clear(field);
  await user.type(field, words);
};

describe('pricing plans', () => {
  it('have a tab of their own, stored in the address', async () => {
    const { address } = open();
    expect((await screen.findAllByText('KES 20,000'))[0]).toBeInTheDocument();
    expect(screen.getByText('Most Popular')).toBeInTheDocument();
    expect(screen.getAllByText('only 1')).toHaveLength(2);
    expect(screen.getByText('3 schools, 2 orders')).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'Pricing Plans' })).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('tab', { name: 'Add-ons' }));
    expect(await screen.findByText('Quick Fees')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Starter')).not.toBeInTheDocument());
    expect(screen.getByText('per term')).toBeInTheDocument();
    expect(address()).toBe('/dashboard/cms/pricing?tab=addons');
  });

  it('are created at whole shillings only, with the features in their order', async () => {
    const { sent } = open('?new=1');
    const dialog = within(await screen.findByRole('dialog', { name: 'New plan' }));
    await user.click(dialog.getByRole('button', { name: 'Create plan' }));
    for (const words of ['Enter a name', 'Enter a description', 'Enter a price'])
      expect(await dialog.findByText(words)).toBeInTheDocument();
    // Name, description and price are enough.
    expect(dialog.queryByLabelText('Feature 1')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Add feature' }));
    await fill(dialog.getByLabelText(/^Name/), 'Village');
    await fill(dialog.getByLabelText(/^Description/), 'For one stream.');
    await fill(dialog.getByLabelText(/^Price/), '9999.50');
    await fill(dialog.getByLabelText('Campus limit'), '2');
    await fill(dialog.getByLabelText('Feature 1'), 'Email support');
    await user.click(dialog.getByRole('button', { name: 'Add feature' }));
    await waitFor(() => expect(dialog.getByLabelText('Feature 2')).toHaveFocus());
    await user.keyboard('Up to 90 students');
    await user.click(dialog.getByRole('button', { name: 'Move feature 2 up' }));
    await user.click(dialog.getByLabelText('Feature 2 is included'));
    await user.click(dialog.getByLabelText('Feature 1 is partly in preparation'));
    await user.click(dialog.getByRole('button', { name: 'Create plan' }));
    expect(await dialog.findByText('Enter the price as a whole number')).toBeInTheDocument();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
    await fill(dialog.getByLabelText(/^Price/), '9999');
    await user.click(dialog.getByRole('radio', { name: 'Kiswahili' }));
    await user.type(dialog.getByRole('textbox', { name: 'Description' }), 'Kwa mkondo mmoja.');
    await user.type(dialog.getByRole('textbox', { name: 'Feature: Email support' }), 'Usaidizi kwa barua pepe');
    await user.click(dialog.getByRole('button', { name: 'Create plan' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      translations: { sw: { description: 'Kwa mkondo mmoja.', features: { 'Email support': 'Usaidizi kwa barua pepe' }, of: '' } },
      name: 'Village',
      description: 'For one stream.',
      category: 'saas',
      price: 9999,
      period: 'term',
      max_students: null,
      max_campuses: 2,
      badge: null,
      highlight: false,
      is_active: true,
      in_store: false,
      position: 51,
      features: [
        { text: 'Up to 90 students', included: true, isPartlyReady: true },
        { text: 'Email support', included: false, isPartlyReady: false },
      ],
    });
  });

  it('need a name, a description and a price, and no feature', () => {
    const form = { ...planFormOf(undefined), name: 'Basic', description: 'One stream.', price: '12000' };
    expect(planSchema.safeParse(form).success).toBe(true);
    for (const field of ['name', 'description', 'price']) expect(planSchema.safeParse({ ...form, [field]: '' }).success).toBe(false);
  });

  it('show at the field what the database refused, and keep the form', async () => {
    open('?new=1', { 'POST plans': { status: 409, body: { code: '23505', message: 'duplicate key', details: null, hint: null } } });
    const dialog = within(await screen.findByRole('dialog', { name: 'New plan' }));
    await fill(dialog.getByLabelText(/^Name/), 'Starter');
    await fill(dialog.getByLabelText(/^Description/), 'Again.');
    await fill(dialog.getByLabelText(/^Price/), '1');
    await user.click(dialog.getByRole('button', { name: 'Create plan' }));
    expect(await dialog.findByText(/a plan of this name already/)).toBeInTheDocument();
    expect(dialog.getByLabelText(/^Name/)).toHaveAccessibleDescription(/a plan of this name already/);
    expect(dialog.getByLabelText(/^Description/)).toHaveValue('Again.');
  });

  it('with subscribers keep price and period; the rest is saved against the version read', async () => {
    const { sent } = open();
    await press('Edit Starter');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Starter' }));
    expect(dialog.getByText(/3 schools subscribe to this plan/)).toBeInTheDocument();
    expect(dialog.queryByLabelText(/^Price/)).toBeNull();
    expect(dialog.getByRole('link', { name: 'All prices' })).toHaveAttribute('href', '/dashboard/cms/pricing?tab=prices&search=Starter');
    await fill(dialog.getByLabelText('Badge'), 'Most Popular');
    await user.click(dialog.getByRole('button', { name: 'Save plan' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const saved = sent.find(({ method }) => method === 'PATCH');
    expect(saved?.query.get('updated_at')).toBe('eq.2026-11-20T09:00:00Z');
    expect(saved?.body).toMatchObject({ badge: 'Most Popular', price: 20000, period: 'term', max_students: 200, max_campuses: 1 });
  });

  it('report a conflict and keep the form', async () => {
    open('', { 'PATCH plans': { body: [] } });
    await press('Edit Professional');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Professional' }));
    await fill(dialog.getByLabelText(/^Price/), '41000');
    await user.click(dialog.getByRole('button', { name: 'Save plan' }));
    expect(await dialog.findByText(/Somebody else changed this plan/)).toBeInTheDocument();
    expect(dialog.getByLabelText(/^Price/)).toHaveValue('41000');
  });

  it.each([
    ['Starter', /has been sold \(3 schools, 2 orders\)/, 'withdrawn', 'Plan withdrawn from sale'],
    ['Professional', /permanently removes Professional/, 'deleted', 'Plan deleted'],
  ])('are deleted after a question: %s', async (name, words, answer, told) => {
    const { sent } = open('', { 'POST rpc/remove_from_price_book': { body: answer } });
    await press(`Delete ${name}`);
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this plan?' }));
    expect(dialog.getByText(words)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(told)).toBeInTheDocument();
    expect(sent.find(({ path }) => path === 'rpc/remove_from_price_book')?.body).toEqual({ kind: 'plan', item_id: name });
  });

  it('move within their version', async () => {
    const { sent } = open();
    await press('Move Professional up');
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/move_plan')?.body).toEqual({ plan_id: 'Professional', up: true }));
    for (const name of ['Move Starter up', 'Move Professional down', 'Move Basic up', 'Move Basic down'])
      expect(screen.getByRole('button', { name })).toBeDisabled();
  });
});

describe('add-ons and services', () => {
  it('of the pricing page: an add-on is listed there at its own price until that is emptied', async () => {
    const { sent } = open('?tab=addons');
    await press('Edit Quick Fees');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Quick Fees' }));
    const listed = dialog.getByLabelText(/^Price on the pricing page/);
    expect(listed).toHaveValue('1499');
    await user.clear(listed);
    await user.click(dialog.getByRole('button', { name: 'Save add-on' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      translations: {},
      name: 'Quick Fees',
      description: 'Three steps.',
      price: 1999,
      category: 'standalone',
      features: ['Receipts'],
      pricing_name: null,
      pricing_price: null,
      features_price: null,
      aliases: ['Quick Fee'],
    });
  });

  it('a new add-on says by key what it switches on', async () => {
    const { sent } = open('?tab=addons');
    await press('New add-on');
    const dialog = within(await screen.findByRole('dialog', { name: 'New add-on' }));
    await fill(dialog.getByLabelText(/^Name(?! on)/), 'Lessons by video');
    await fill(dialog.getByLabelText(/^Description/), 'From anywhere.');
    await fill(dialog.getByLabelText(/^Price \(KES\)/), '1999');
    const feature = dialog.getByLabelText(/^Switches on/);
    await waitFor(() => expect(feature).toBeEnabled());
    await user.selectOptions(feature, 'Zoom Live Classes');
    await user.click(dialog.getByRole('button', { name: 'Create add-on' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ name: 'Lessons by video', feature: 'addon:zoom' }),
    );
  });

  it('an add-on is deleted after confirmation', async () => {
    open('?tab=addons', {
      'POST rpc/remove_from_price_book': {
        status: 403,
        body: {
          code: '42501',
          message: 'Only a publisher may change what visitors see. Save a draft and ask a publisher.',
          hint: 'cms.publisher_only',
          details: null,
        },
      },
    });
    await press('Delete Quick Fees');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this add-on?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(/Only a publisher may change what visitors see/)).toBeInTheDocument();
    expect(screen.getByText('Quick Fees')).toBeInTheDocument();
  });

  it('a service has a unit', async () => {
    const { sent } = open('?tab=services&new=1');
    const dialog = within(await screen.findByRole('dialog', { name: 'New service' }));
    await fill(dialog.getByLabelText(/^Name/), 'Cabling');
    await fill(dialog.getByLabelText(/^Description/), 'For a computer room.');
    await fill(dialog.getByLabelText(/^Price/), '25000');
    await user.selectOptions(dialog.getByLabelText('Unit'), 'One-time');
    await user.click(dialog.getByRole('button', { name: 'Create service' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      name: 'Cabling',
      price: 25000,
      unit: 'one-time',
      is_active: true,
      in_store: true,
      position: 51,
    });
  });
});
