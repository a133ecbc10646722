import { fakeDb, type FakeResponse, type SentRequest } from '@masomo/testing';

const row = (id: string, name: string, category: 'saas' | 'standalone', price: number, more: Record<string, unknown> = {}) => ({
  id,
  name,
  category,
  price,
  description: `${name} for schools`,
  bullets: ['One', 'Two', 'Three'],
  is_popular: false,
  is_ready: true,
  aliases: [],
  pricing_name: null,
  icon: null,
  feature: null,
  ...more,
});

/** Price book rows for the store's tests. */
export const addonRows = [
  row('00000000-0000-4000-8000-000000000001', 'QR Code Attendance', 'saas', 3999, {
    bullets: ['Gate scan', 'Late list', 'Staff register', 'Messages home', 'Printed codes'],
    is_popular: true,
  }),
  row('00000000-0000-4000-8000-000000000002', 'Android App', 'standalone', 3999),
  row('00000000-0000-4000-8000-000000000003', 'Google Meet Live Classes', 'standalone', 1499, {
    pricing_name: 'Gmeet Live Classes',
    aliases: ['Gmeet'],
    feature: 'addon:google-meet',
  }),
];

export const serviceRow = {
  id: '00000000-0000-4000-8000-000000000009',
  name: 'Onboarding SaaS',
  description: 'Set-up and training',
  price: 4999,
  category: 'saas',
  unit: 'one-time',
};

export const placedRow = {
  id: '00000000-0000-4000-8000-0000000000aa',
  order_number: 'ORD-2026-007',
  payment_reference: 'MS7K3QW9XZ',
  status: 'pending',
  payment_method: 'bank',
  total_amount: 3999,
  net_amount: 3447.41,
  vat_amount: 551.59,
  created_at: '2026-11-20T09:00:00Z',
};

const paymentSettings = {
  value: {
    methods: ['bank'],
    bank: {
      bankName: 'Test Bank',
      branch: 'Main',
      accountName: 'Masomo Ltd',
      accountNumber: '0123456789',
      swift: 'TESTKENX',
      validDays: 14,
    },
  },
};

/** A fake database with the price book and bank transfer enabled; `overrides` replaces single responses. */
export function storeDatabase(overrides: Record<string, (request: SentRequest) => FakeResponse | Promise<FakeResponse>> = {}) {
  const defaults: typeof overrides = {
    addons: () => ({ body: addonRows }),
    plans: () => ({ body: [] }),
    services: () => ({ body: [serviceRow] }),
    exchange_rates: () => ({ body: [{ rate: 130, fetched_at: '2026-11-20T09:00:00Z' }] }),
    settings: ({ query }) => ({ body: query.get('key') === 'eq.brand' ? { name: 'Masomo' } : paymentSettings }),
    'rpc/offered_payment_methods': () => ({ body: ['bank'] }),
    'rpc/place_order': () => ({ body: placedRow }),
    'rpc/record_cart': () => ({ status: 204, body: null }),
  };
  return fakeDb((request) => {
    const respond = overrides[request.path] ?? defaults[request.path];
    if (!respond) throw new Error(`Unexpected request: ${request.path}`);
    return respond(request);
  });
}
