// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeDb, refused, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../App.tsx';

const version = '0.1.0-aaaaaaaaaa';
const status = {
  revision: 3,
  history: [],
  apps: [
    {
      app: 'mfe-cms',
      live: version,
      fallback: null,
      canary: null,
      versions: [{ version, publishedAt: '2026-11-20T10:00:00.000Z', bytes: 1000 }],
    },
  ],
};
vi.mock('@masomo/auth', async (original) => ({ ...(await original<object>()), getClient: async () => ({}) }));
vi.mock('@masomo/data/platform/releaseApi', async (original) => ({ ...(await original<object>()), getReleaseStatus: async () => status }));

const health = {
  app: 'mfe-cms',
  version,
  loads: 40,
  failures: 12,
  failed_visits: 1,
  load_p75: 300,
  lcp_p75: null,
  cls_p75: null,
  inp_p75: null,
  last_at: '2026-11-21T10:00:00Z',
};
const failure = {
  id: 7,
  at: '2026-11-21T10:00:00Z',
  number: 'SHELL-013',
  detail: 'prices is undefined',
  path: '/dashboard/cms/pricing',
  versions: { shell: '0.1.0-cccccccccc', 'mfe-cms': version },
};

let failures: () => { status?: number; body: unknown; total?: number };
beforeEach(() => {
  failures = () => ({ body: [failure], total: 12 });
});
afterEach(cleanup);

function open() {
  const database = fakeDb(({ path }) => {
    if (path === 'rpc/release_health') return { body: [health] };
    if (path === 'release_failures') return failures();
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(<App />, { path: '/dashboard/super-admin/releases', session: signedInAs('super_admin'), db: database.db });
  return database;
}

it('shows the failures of a version with all versions that ran there', async () => {
  const { sent } = open();
  await userEvent.click(await screen.findByRole('button', { name: `Failures of mfe-cms ${version}: 12 in 1 visit` }));
  const dialog = within(await screen.findByRole('dialog'));
  const row = within(await dialog.findByRole('row', { name: /SHELL-013.*prices is undefined.*\/dashboard\/cms\/pricing/ }));
  expect(row.getByText('2 app versions')).toBeInTheDocument();
  expect(row.getByText('shell 0.1.0-cccccccccc')).toBeInTheDocument();
  const query = sent.find(({ path }) => path === 'release_failures')?.query;
  expect(Object.fromEntries(query ?? [])).toMatchObject({ app: 'eq.mfe-cms', version: `eq.${version}`, limit: '10', offset: '0' });
});

it('reads the reports again after an error', async () => {
  failures = () => refused;
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Failures of mfe-cms/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const retry = await dialog.findByRole('button', { name: /again|retry/i });
  failures = () => ({ body: [failure], total: 1 });
  await userEvent.click(retry);
  expect(await dialog.findByText('prices is undefined')).toBeInTheDocument();
});
