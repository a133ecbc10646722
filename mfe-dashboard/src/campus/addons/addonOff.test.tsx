// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, respondWith, signedInAs } from '@masomo/testing';
import { App } from '../../App.tsx';

afterEach(cleanup);

const offer = { id: 'a1', name: 'Quick Fees', description: 'Take a payment in three steps.', category: 'standalone', price: 1_999 };
const identity = {
  id: 'u1',
  email: 'a@greenfield.test',
  first_name: 'A',
  last_name: 'B',
  phone: '',
  role: 'admin',
  school_id: 'h1',
  school_name: 'Greenfield Academy',
  content_revision: 7,
};

function open(features: Record<string, 'on'>, offers: object[] = [offer], person: object = identity, schools: object[] = []) {
  const { db } = fakeDb(
    respondWith({
      'rpc/addons_with': { body: offers },
      'rpc/my_schools_with': { body: schools },
      'rpc/current_identity': { body: [person] },
    }),
  );
  renderRoute(<App />, { path: '/dashboard/addons/quick-fees', session: signedInAs('admin', { schoolId: 'h1', features }), db });
}

describe('the address of an add-on', () => {
  it('that the school has not bought says what it costs and where to buy it', async () => {
    open({});
    expect(await screen.findByText('This add-on is not switched on at Greenfield Academy')).toBeInTheDocument();
    expect(screen.getByText('Standalone: KES 1,999 per term')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See it in the store' })).toHaveAttribute('href', '/store#addon-a1');
  });

  it('that nobody sells leads to all add-ons', async () => {
    open({}, []);
    expect(await screen.findByText('This add-on does not exist')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See all add-ons' })).toHaveAttribute('href', '/store');
  });

  it('that is sold as several names each with its price and its card', async () => {
    const [meet, zoom] = [
      { ...offer, id: 'a2', name: 'Google Meet Live Classes', price: 2_499 },
      { ...offer, id: 'a3', name: 'Zoom Live Classes', price: 2_999 },
    ];
    open({}, [meet, zoom], { ...identity, school_version: 'standalone', sold: ['standalone'] });
    expect(await screen.findByText(/KES 2,499 per term/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See Google Meet Live Classes in the store' })).toHaveAttribute('href', '/store#addon-a2');
    expect(screen.getByRole('link', { name: 'See Zoom Live Classes in the store' })).toHaveAttribute('href', '/store#addon-a3');
  });

  it('leads to the other school of the person that has it', async () => {
    open({}, [offer], identity, [{ id: 'h2', name: 'Lakeside School' }]);
    expect(await screen.findByRole('button', { name: 'Go to Lakeside School, which has it' })).toBeEnabled();
  });

  it('tells a school with a server of its own only what it costs there', async () => {
    const saas = { ...offer, id: 'a0', name: 'Fees at once', category: 'saas', price: 3_999 };
    open({}, [saas, offer], { ...identity, school_version: 'standalone', sold: ['standalone'] });
    expect(await screen.findByText('Standalone: KES 1,999 per term')).toBeInTheDocument();
    expect(screen.queryByText(/SaaS/)).toBeNull();
    expect(screen.getByText('Once it is paid for and its key is entered, it appears in the menu.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'Quick Fees' })).toBeInTheDocument();
  });

  it.each([
    ['saas', 'standalone', 'It is sold to schools with their own server, and yours is hosted by us. Write to us if your school needs it.'],
    ['standalone', 'saas', 'It is sold to schools that we host, and yours has its own server. Write to us if your school needs it.'],
  ])('says to a school of the version %s that it is not sold to it, without a way to the store', async (version, category, sentence) => {
    open({}, [{ ...offer, category }], { ...identity, school_version: version, sold: [version] });
    expect(await screen.findByText('This add-on is not sold to Greenfield Academy')).toBeInTheDocument();
    expect(screen.getByText(sentence)).toBeInTheDocument();
    expect(screen.queryByText(/KES/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'See it in the store' })).toBeNull();
  });

  it('that was built for another version of the product says why it is not loaded', async () => {
    open({ 'addon:quick-fees': 'on' });
    expect(await screen.findByText('This add-on waits for an update')).toBeInTheDocument();
    expect(screen.getByText(/built for another version of the product, so it is not loaded/)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'See it in the store' })).toBeNull();
  });
});
