// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '@masomo/i18n';
import { provideScreens } from '@masomo/navigation';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../App.tsx';

const openable = [
  '/dashboard',
  '/dashboard/students',
  '/dashboard/finances',
  '/dashboard/school',
  '/dashboard/store',
  '/dashboard/reports',
];
beforeEach(() =>
  provideScreens(() => openable.map((path) => ({ path, label: path, icon: 'home', isListed: path !== '/dashboard/reports' }))),
);
afterEach(() => {
  cleanup();
  setLanguage('en');
});

const open = (path: string, role: 'admin' | 'teacher' | 'super_admin' = 'admin') =>
  renderRoute(<App />, { path, session: signedInAs(role, { schoolId: 's1' }), db: fakeDb(() => ({ body: [] })).db });

describe('the manual', () => {
  it('has the articles about the screens that the person may open, by area', async () => {
    open('/dashboard/help');
    const people = within(await screen.findByRole('region', { name: 'People' }));
    expect(people.getAllByRole('link').map((link) => link.textContent)).toEqual(['Students', 'Import students']);
    expect(screen.getByRole('link', { name: 'Fees and billing' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Releases' })).toBeNull();
  });

  it('leaves out what the person may not do on a screen that is for more', async () => {
    open('/dashboard/help', 'teacher');
    expect(await screen.findByRole('link', { name: 'Students' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Import students' })).toBeNull();
  });

  it('lists what the menu of the person has, and has the article of every screen they open', async () => {
    open('/dashboard/help');
    expect(await screen.findByRole('link', { name: 'Balances' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Reports' })).toBeNull();
    cleanup();
    open('/dashboard/help/reports');
    expect(await screen.findByRole('link', { name: 'Open the screen' })).toHaveAttribute('href', '/dashboard/reports');
  });

  it('says of a screen what it is to the person’s role', async () => {
    open('/dashboard/help');
    expect(await screen.findByText(/^What your school has ordered/)).toBeInTheDocument();
    cleanup();
    open('/dashboard/help/store', 'super_admin');
    expect(await screen.findByText(/^How the store does/)).toBeInTheDocument();
  });

  it('is searched by every word of its articles', async () => {
    open('/dashboard/help');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search the manual' }), 'admission number');
    expect(screen.queryByRole('link', { name: 'Balances' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Students' })).toBeInTheDocument();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the manual' }), ' zebra');
    expect(screen.getByText('Nothing found')).toBeInTheDocument();
  });

  it('shows an article step by step, and leads to its screen', async () => {
    open('/dashboard/help/finances-fees');
    expect(await screen.findByRole('heading', { level: 1, name: 'Fees and billing' })).toBeInTheDocument();
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(2);
    expect(screen.getByRole('link', { name: 'Open the screen' })).toHaveAttribute('href', '/dashboard/finances/fees');
  });

  it('is in the language of the page, and so is its picture', async () => {
    setLanguage('sw');
    open('/dashboard/help/students');
    expect(await screen.findByRole('heading', { level: 1, name: 'Wanafunzi' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: /Wanafunzi/ })).toHaveAttribute('src', expect.stringContaining('students-sw'));
  });

  it('says that there is no such article, also of a screen that is not the person’s', async () => {
    open('/dashboard/help/super-admin');
    expect(await screen.findByText('There is no such article')).toBeInTheDocument();
  });
});
