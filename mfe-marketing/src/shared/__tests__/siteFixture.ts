import { fakeDb, type FakeResponse, type SentRequest } from '@masomo/testing';
import {
  addonRows,
  faqRows,
  modulePointRows,
  moduleRows,
  pageRows,
  planRows,
  serviceRows,
  settingRows,
  testimonialRows,
} from './siteRows.ts';

const slugsOf = ({ query }: SentRequest) => (query.get('slug') ?? '').replace(/^(eq\.|in\.\()|\)$/g, '').split(',');
const param = (request: SentRequest, name: string) => (request.query.get(name) ?? '').replace(/^eq\./, '');

/** A database with the seeded content of the public site; `overrides` replaces the responses of single tables. */
export function siteDb(overrides: Record<string, (request: SentRequest) => FakeResponse | Promise<FakeResponse>> = {}) {
  const tables: Record<string, (request: SentRequest) => FakeResponse | Promise<FakeResponse>> = {
    settings: (request) => ({
      body: request.query.get('key')?.startsWith('eq.') ? settingRows.filter((row) => row.key === param(request, 'key')) : settingRows,
    }),
    plans: () => ({ body: planRows }),
    addons: () => ({ body: addonRows }),
    modules: () => ({ body: moduleRows }),
    module_points: (request) => ({ body: modulePointRows.filter(({ is_ready: isReady }) => isReady || !request.query.has('is_ready')) }),
    services: () => ({ body: serviceRows }),
    faqs: (request) => ({ body: faqRows(param(request, 'surface')) }),
    testimonials: () => ({ body: testimonialRows }),
    published_pages: (request) => ({
      body: pageRows.filter(({ slug }) => !request.query.has('slug') || slugsOf(request).includes(slug)),
    }),
    retention_rules: () => ({
      body: [
        {
          key: 'sign_ins',
          data: 'Sign-ins',
          months: 12,
          counted_from: 'the sign-in',
          reason: 'To notice strangers',
          ending: 'deleted',
          translation: null,
        },
        {
          key: 'books',
          data: 'Fees and receipts',
          months: 84,
          counted_from: 'the end of the year',
          reason: 'Tax law',
          ending: 'kept',
          translation: null,
        },
      ],
    }),
    'rpc/redirect_of': () => ({ body: null }),
    exchange_rates: () => ({ body: [{ rate: 129.5, fetched_at: '2026-11-20T12:00:00Z' }] }),
    ...overrides,
  };
  return fakeDb((request) => tables[request.path]?.(request) ?? { status: 404, body: { message: `no table ${request.path}` } });
}
