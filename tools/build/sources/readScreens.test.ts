import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../root.ts';
import { readScreens } from './readScreens.ts';

const screensOf = (file: string) => readScreens(file, readFileSync(path.join(root, file), 'utf8'));

it('reads records of paths and routes that render a lazy component', () => {
  expect(
    readScreens(
      'screens.ts',
      `export const screens = { '/a/:id': lazy(async () => ({ default: (await import('./a/APage.tsx')).APage })), other: lazy(() => import('./b.tsx')) };`,
    ),
  ).toEqual({ '/a/:id': './a/APage.tsx' });
  expect(
    readScreens(
      'App.tsx',
      `const A = lazy(() => import('./A.tsx')); const B = plain; const x = <Routes><Route path="/a" element={<Frame><A /></Frame>} /><Route path="/b" element={<B />} /><Route path="*" element={<A />} /></Routes>;`,
    ),
  ).toEqual({ '/a': './A.tsx' });
});

it('finds the lazy-loaded screens of every remote', () => {
  expect(screensOf('mfe-dashboard/src/dashboardScreens.ts')).toMatchObject({
    '/dashboard': './account/home/HomePage.tsx',
    '/dashboard/profile': './account/profile/ProfilePage.tsx',
  });
  expect(screensOf('mfe-cms/src/App.tsx')).toMatchObject({
    '/dashboard/cms': './dashboard/DashboardPage.tsx',
    '/dashboard/cms/pages/:id/edit': './pages/PageEditor.tsx',
  });
  expect(screensOf('mfe-store-manager/src/App.tsx')).toMatchObject({ '/dashboard/store': './dashboard/DashboardPage.tsx' });
  expect(screensOf('mfe-store/src/App.tsx')).toEqual({});
  expect(screensOf('mfe-marketing/src/pages.ts')).toMatchObject({ '/pricing': './pricing/PricingPage.tsx' });
});
