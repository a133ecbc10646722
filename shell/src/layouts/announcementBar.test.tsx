// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeDb, renderRoute } from '@masomo/testing';
import type { SiteSettings } from '@masomo/domain/siteSettings';
import { AnnouncementBar } from './AnnouncementBar.tsx';

afterEach(cleanup);

const hours = { days: [1], opensAt: 420, closesAt: 1020, label: 'Mondays' };
function open(announcement: SiteSettings['announcement']) {
  const settings: SiteSettings = {
    brand: { name: 'Masomo', legalName: 'Masomo Ltd', tagline: 'T' },
    social: [],
    hours: { office: hours, chat: hours },
    demo: { saasUrl: '', standaloneUrl: '', password: '' },
    contact: { phone: '', email: '', salesEmail: '', supportEmail: '', addressLines: [], mapUrl: '' },
    help: { documentation: '', videos: '', community: '' },
    claims: { founded: 2017, operatingSince: 2019, institutions: '', countries: '', students: '', hoursSaved: '' },
    announcement,
  };
  const database = fakeDb(() => ({ body: Object.entries(settings).map(([key, value]) => ({ key, value })) }));
  renderRoute(<AnnouncementBar />, { db: database.db });
  return database;
}

it('shows the announcement with its link', async () => {
  open({ isShown: true, text: 'Enrolment opens on Monday.', label: 'See prices', url: '/pricing' });
  expect(await screen.findByRole('complementary', { name: 'Announcement' })).toHaveTextContent('Enrolment opens on Monday.');
  expect(screen.getByRole('link', { name: 'See prices' })).toHaveAttribute('href', '/pricing');
});

it('renders text as text', async () => {
  open({ isShown: true, text: '<img src=x onerror=alert(1)>', label: '', url: '' });
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeInTheDocument();
  expect(document.querySelector('img')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

it('renders nothing when it is switched off', async () => {
  const { sent } = open({ isShown: false, text: 'Old news', label: '', url: '' });
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByText('Old news')).toBeNull();
});
