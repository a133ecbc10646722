// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs, withToaster } from '@masomo/testing';
import { richTextSample } from '@masomo/testing/richTextSample';
import { App } from '../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const stored = {
  id: 'p',
  title: 'Fees',
  slug: 'fees',
  is_published: false,
  is_system: false,
  version: 3,
  published_version: null,
  updated_at: '2026-11-20T09:00:00Z',
  translations: {},
  needs_translation: ['sw'],
  translation_of: null,
  publish_at: null,
  unpublish_at: null,
  meta_description: null,
  body: [
    { type: 'heading', level: 2, text: 'What it costs' },
    { type: 'marquee', speed: 3 },
    { type: 'richText', text: richTextSample },
  ],
};

function open(more: object = {}) {
  let version = 3;
  let title = 'Fees';
  const database = fakeDb(({ path, method, query, body }) => {
    if (path === 'rpc/save_page_version') return { status: 204, body: null };
    if (path === 'cms_page_versions') return { body: [] };
    if (path === 'rpc/schedule_page')
      return { status: 400, body: { code: 'P0001', message: 'Choose a time that is still to come.', hint: 'page.time_has_passed' } };
    if (path === 'cms_pages' && method === 'GET') return { body: { ...stored, ...more, version, title } };
    if (path === 'cms_pages' && method === 'PATCH') {
      if (query.get('version') !== `eq.${version}`) return { body: [] };
      version += 1;
      title = (body as { title: string }).title;
      return { body: [{ ...stored, ...more, ...(body as object), version }] };
    }
    throw new Error(`The test expected no request for ${method} ${path}.`);
  });
  renderRoute(withToaster(<App />), { path: '/dashboard/cms/pages/p/edit', session: signedInAs('super_admin'), db: database.db });
  return {
    ...database,
    saveElsewhere: () => {
      version += 1;
      title = 'Fees of this year';
    },
  };
}

const write = async (text: string) => {
  const field = await screen.findByLabelText(/^Title/);
  await user.clear(field);
  await user.type(field, text);
};
const save = () => user.click(screen.getByRole('button', { name: 'Save draft' }));

it('preserves formatted text and blocks of another version', async () => {
  const { sent } = open();
  await write('School fees');
  await save();
  await screen.findByDisplayValue('School fees');
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ title: 'School fees', body: stored.body });
});

it('flushes the last character before Ctrl+S and Ctrl+Z', async () => {
  const { sent } = open();
  await write('School fees');
  await user.keyboard('!{Control>}s{/Control}');
  await expect.poll(() => sent.filter(({ method }) => method === 'PATCH').at(-1)?.body).toMatchObject({ title: 'School fees!' });
  await user.keyboard('?{Control>}z{/Control}');
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>(/^Title/).value).not.toMatch(/\?/);
});

it('keeps the caret while typing in the middle of a line', async () => {
  open();
  const field = await screen.findByDisplayValue<HTMLInputElement>('What it costs');
  await user.type(field, ' about', { initialSelectionStart: 4, initialSelectionEnd: 4 });
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
  await user.type(field, ' now', { skipClick: true });
  await expect.poll(() => field.value).toBe('What about now it costs');
});

it('keeps every character when typing is faster than re-rendering', async () => {
  const { sent } = open();
  const field = await screen.findByLabelText<HTMLInputElement>(/^Title/);
  for (const delay of [0, 17]) {
    const fast = userEvent.setup({ delay });
    await fast.clear(field);
    await fast.type(field, 'Typed without a rest');
    expect(field.value).toBe('Typed without a rest');
  }
  await user.keyboard('{Control>}s{/Control}');
  await expect.poll(() => sent.filter(({ method }) => method === 'PATCH').at(-1)?.body).toMatchObject({ title: 'Typed without a rest' });
});

it('conflict: overwrites the other version, which is stored first', async () => {
  const { sent, saveElsewhere } = open();
  await write('School fees');
  saveElsewhere();
  await save();
  expect(await screen.findByText(/Someone else saved this page/)).toBeInTheDocument();
  expect(screen.getByLabelText(/^Title/)).toHaveValue('School fees');
  await user.click(screen.getByRole('button', { name: 'Keep mine, save theirs as a version' }));
  await expect.poll(() => screen.queryByText(/Someone else saved this page/), { timeout: 8_000 }).toBeNull();
  expect(sent.some(({ path }) => path === 'rpc/save_page_version')).toBe(true);
  expect(sent.filter(({ method }) => method === 'PATCH').at(-1)?.body).toMatchObject({ title: 'School fees' });
});

it('conflict: loads the other version instead', async () => {
  const { saveElsewhere } = open();
  await write('School fees');
  saveElsewhere();
  await save();
  await user.click(await screen.findByRole('button', { name: 'Discard mine, load theirs' }));
  expect(await screen.findByDisplayValue('Fees of this year')).toBeInTheDocument();
  expect(screen.queryByText(/Someone else saved this page/)).toBeNull();
});

it('saves a draft whose block is not finished', async () => {
  const { sent } = open();
  await write('School fees');
  await user.clear(await screen.findByDisplayValue('What it costs'));
  await save();
  await expect
    .poll(() => sent.filter(({ method }) => method === 'PATCH').at(-1)?.body)
    .toMatchObject({
      title: 'School fees',
      body: [{ type: 'heading', text: '' }, stored.body[1], stored.body[2]],
    });
});

it('says why a page was not scheduled where its times are chosen', async () => {
  open();
  await user.type(await screen.findByLabelText('Publish on'), '2020-01-01T08:00');
  const schedule = within(screen.getByRole('region', { name: 'Schedule' }));
  await user.click(schedule.getByRole('button', { name: 'Schedule' }));
  expect(await schedule.findByText('Choose a time that is still to come.')).toBeInTheDocument();
});

it('translates a page with the same editors, and keeps what was typed in either language', async () => {
  const { sent } = open();
  const lastSaved = () => sent.filter(({ method }) => method === 'PATCH').at(-1)?.body;
  await write('School fees');
  await user.click(screen.getByRole('radio', { name: 'Kiswahili' }));
  expect(screen.queryByLabelText(/^Title/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Start from the English text' }));
  await write('Karo');
  await user.type(await screen.findByDisplayValue('What it costs'), ' kwa muhula');
  await user.click(screen.getByRole('radio', { name: 'English' }));
  expect(await screen.findByLabelText(/^Title/)).toHaveValue('School fees');
  expect(screen.getByDisplayValue('What it costs')).toBeInTheDocument();
  await save();
  await expect.poll(lastSaved).toMatchObject({
    title: 'School fees',
    body: stored.body,
    translations: { sw: { title: 'Karo', body: [{ type: 'heading', text: 'What it costs kwa muhula' }, stored.body[1], stored.body[2]] } },
  });
  await user.click(screen.getByRole('radio', { name: 'Kiswahili' }));
  await user.click(screen.getByRole('button', { name: 'Remove the translation' }));
  await save();
  await expect.poll(() => JSON.stringify(lastSaved())).toContain('"translations":{}');
});

it('marks a translation as up to date', async () => {
  const { sent } = open({ translations: { sw: { title: 'Karo', body: [], of: 'older' } }, translation_of: 'older' });
  await user.click(await screen.findByRole('radio', { name: 'Kiswahili' }));
  expect(screen.getByText('English changed after the translation')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Mark as up to date' }));
  await expect
    .poll(() => sent.filter(({ method }) => method === 'PATCH').at(-1)?.body)
    .toMatchObject({ title: 'Fees', translations: { sw: { title: 'Karo', body: [], of: '' } } });
});
