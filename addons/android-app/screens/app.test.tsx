// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Permission } from '@masomo/domain/permissions';
import { useLocation } from '@masomo/navigation';
import { fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../App.tsx';
import { HomeCard } from '../slots/HomeCard.tsx';
import { StartPage } from './start/StartPage.tsx';

const home = '/dashboard/addons/android-app';
const user = userEvent.setup();
const own = {
  name: 'Greenfield Academy',
  address: 'greenfield',
  short_name: 'Greenfield',
  color: '#0b5d4b',
  background: '#ffffff',
  crest: null,
  version: 'aaaaaaaaaaaa',
  is_set_up: true,
  start: 'documents',
  asks_for_messages: true,
};
const row = {
  address: 'greenfield',
  short_name: 'Greenfield',
  color: '#0b5d4b',
  background: '#ffffff',
  package_name: null,
  school_app_keys: [],
};
let served: { id: string; start_url: string } | null;
const servedAt = (origin: string, school = 's1') => ({ id: `${origin}/?school=${school}`, start_url: `${origin}/start-app` });

beforeEach(() => {
  served = servedAt('http://greenfield.localhost');
  vi.stubGlobal('fetch', async () => (served ? Response.json(served) : new Response('', { status: 404 })));
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(window, 'masomoInstallPrompt');
});

function open(path: string, answers: Record<string, FakeResponse> = {}, permissions: Permission[] = [], element = <App />) {
  const { db, sent } = fakeDb((request) => answers[request.path] ?? (request.path === 'rpc/own_school_app' ? { body: own } : { body: [] }));
  renderRoute(element, {
    path,
    db,
    session: signedInAs(permissions.length > 0 ? 'admin' : 'parent', {
      features: { 'addon:android-app': 'on' },
      permissions,
      schoolId: 's1',
    }),
  });
  return sent;
}

function Where() {
  return <p data-testid="where">{useLocation().pathname}</p>;
}

describe('the page of the app', () => {
  it('leads to the app’s own address', async () => {
    open(home);
    expect(await screen.findByRole('link', { name: /Open the address of the app/ })).toHaveAttribute(
      'href',
      `http://greenfield.localhost${home}`,
    );
    expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull();
  });

  it('asks the browser’s question at that address, once', async () => {
    served = servedAt(window.location.origin);
    const prompt = vi.fn(async () => undefined);
    Reflect.set(window, 'masomoInstallPrompt', Object.assign(new Event('beforeinstallprompt'), { prompt }));
    open(home);
    await user.click(await screen.findByRole('button', { name: 'Install Greenfield' }));
    expect(prompt).toHaveBeenCalledTimes(1);
    expect(Reflect.get(window, 'masomoInstallPrompt')).toBeUndefined();
  });

  it('says what to press where the browser asks nothing', async () => {
    served = servedAt(window.location.origin);
    open(home);
    expect(await screen.findByText(/Choose Install app or Add to Home screen/)).toBeVisible();
  });

  it('teaches who sets it up, and tells others that there is none', async () => {
    const none = { 'rpc/own_school_app': { body: { ...own, is_set_up: false, address: null } } };
    open(home, none, ['school:run']);
    expect(await screen.findByRole('link', { name: 'Set up the app' })).toHaveAttribute('href', expect.stringContaining('/settings'));
    cleanup();
    open(home, none);
    expect(await screen.findByText('The school has no app yet')).toBeVisible();
  });
});

describe('the settings', () => {
  it('show a refusal of the server at its field', async () => {
    const sent = open(
      `${home}/settings`,
      {
        school_apps: { body: [row] },
        'rpc/save_school_app': {
          status: 400,
          body: { code: 'P0001', message: 'This address is in use.', hint: 'app.address_taken', details: 'address' },
        },
      },
      ['school:run'],
    );
    const address = await screen.findByRole('textbox', { name: /^Address/ });
    await user.clear(address);
    await user.type(address, 'lakeside');
    await user.click(screen.getByRole('button', { name: 'Save the app' }));
    expect(await screen.findByText('This address is in use.')).toBeVisible();
    expect(sent.filter(({ path }) => path === 'rpc/save_school_app')).toHaveLength(1);
  });

  it('refuse a fingerprint that is none before anything is sent', async () => {
    const sent = open(`${home}/settings`, { school_apps: { body: [row] } }, ['school:run']);
    await user.type(await screen.findByRole('textbox', { name: /upload key/ }), '14:6D');
    await user.click(screen.getByRole('button', { name: 'Save the app' }));
    expect(await screen.findByText(/32 pairs/)).toBeVisible();
    expect(sent.some(({ path }) => path === 'rpc/save_school_app')).toBe(false);
  });
});

it('the Play Store’s page wants a package name, and says what cannot work', async () => {
  open(`${home}/play-store`, { school_apps: { body: [row] } }, ['school:run']);
  expect(await screen.findByText('Enter the package name first')).toBeVisible();
  cleanup();
  open(`${home}/play-store`, { school_apps: { body: [{ ...row, package_name: 'ke.ac.greenfield.app' }] } }, ['school:run']);
  expect(await screen.findByText(/greenfield.localhost is not a public address/)).toBeVisible();
  expect(screen.getByText(/no Android SDK was at hand/)).toBeVisible();
});

describe('the start', () => {
  it('opens with the page of the role', async () => {
    open(
      `${home}/start`,
      {},
      [],
      <>
        <StartPage />
        <Where />
      </>,
    );
    await waitFor(() => expect(screen.getByTestId('where')).toHaveTextContent('/dashboard/documents'));
  });

  it('goes to the school of the app, or says that the account is not at it', async () => {
    served = servedAt(window.location.origin, 's2');
    const sent = open(`${home}/start`, {
      'rpc/switch_school': { status: 403, body: { code: '42501', message: 'You are not at this school.', hint: 'school.not_yours' } },
    });
    expect(await screen.findByText('This is the app of another school')).toBeVisible();
    expect(sent.find(({ path }) => path === 'rpc/switch_school')?.body).toEqual({ school_id: 's2' });
  });
});

describe('the card on the home screen', () => {
  it('offers messages in the app until the person has decided', async () => {
    served = servedAt(window.location.origin);
    vi.stubGlobal('Notification', { permission: 'default' });
    open('/dashboard', {}, [], <HomeCard />);
    expect(await screen.findByRole('link', { name: 'Choose messages' })).toBeVisible();
  });

  it('has an administrator set the app up', async () => {
    open('/dashboard', { 'rpc/own_school_app': { body: { ...own, is_set_up: false, address: null } } }, ['school:run'], <HomeCard />);
    expect(await screen.findByRole('link', { name: 'Set up the app' })).toBeVisible();
  });
});
