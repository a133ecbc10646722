import { expect, it } from 'vitest';
import { screensWithoutTest } from './screenTests.ts';

const app = "const Orders = lazy(() => import('./orders/OrdersPage.tsx'));\nconst Plans = lazy(() => import('./plans/PlansPage.tsx'));";
const files = (more: Record<string, string>) =>
  new Map(Object.entries({ 'mfe-a/src/App.tsx': app, 'mfe-a/src/shared/open.tsx': 'renderRoute(<App />)', ...more }));

it('names the folders whose screens no test opens by their address', () => {
  expect(screensWithoutTest(files({}))).toEqual(['mfe-a/src/orders', 'mfe-a/src/plans']);
});

it('accepts a test that opens the route itself or by a helper, and no other', () => {
  const found = screensWithoutTest(
    files({
      'mfe-a/src/orders/orders.test.tsx': "import { open } from '../shared/open.tsx';",
      'mfe-a/src/plans/plans.test.tsx': 'render(<PlansPage />)',
    }),
  );
  expect(found).toEqual(['mfe-a/src/plans']);
});

it('takes an add-on as one folder, and what a screen imports at once as a part of it', () => {
  const sources = new Map([
    ['addons/b/App.tsx', "lazy(() => import('./screens/list/ListPage.tsx')); lazy(() => import('./screens/settings/SettingsPage.tsx'))"],
    ['addons/b/screens/list/ListPage.tsx', "import { TablePage } from './table/TablePage.tsx';"],
    ['addons/b/screens/b.test.tsx', 'renderRoute(<App />)'],
  ]);
  expect(screensWithoutTest(sources)).toEqual([]);
});
