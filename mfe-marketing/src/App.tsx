import { Suspense } from 'react';
import { Route, Routes } from '@masomo/navigation';
import { useRendered } from '@masomo/remote/useRendered';
import { HomePage } from './home/HomePage.tsx';
import { cmsPage as CmsPage, nowherePage as NowherePage, pages } from './pages.ts';
import { PageSkeleton } from './shared/PageSkeleton.tsx';
import { SiteSettingsGate } from './shared/SiteSettingsGate.tsx';
import { usePageTitle } from './shared/usePageTitle.ts';
import { usePreloadOnIntent } from './usePreloadOnIntent.ts';

export function App() {
  usePreloadOnIntent();
  return (
    <SiteSettingsGate>
      <Suspense fallback={<PageSkeleton />}>
        <SitePages />
      </Suspense>
    </SiteSettingsGate>
  );
}

function SitePages() {
  usePageTitle();
  useRendered();
  return (
    <Routes>
      <Route path="/" element={<HomePage />} />
      {Object.entries(pages).map(([path, Page]) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
      <Route path="/:slug" element={<CmsPage />} />
      <Route path="*" element={<NowherePage />} />
    </Routes>
  );
}
