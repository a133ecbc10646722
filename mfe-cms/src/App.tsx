import { Suspense } from 'react';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { Route, Routes } from '@masomo/navigation';
import { Redirected } from '@masomo/remote/Redirected';
import { PendingScreen } from '@masomo/design-system';
import { HeaderTools } from '@masomo/design-system/admin';
import { ContentFilter } from './search/ContentFilter.tsx';
import { NewContent } from './search/NewContent.tsx';
import { RemountOnNavigate } from './shared/RemountOnNavigate.tsx';

const DashboardPage = lazyScreen(async () => (await import('./dashboard/DashboardPage.tsx')).DashboardPage);
const PagesPage = lazyScreen(async () => (await import('./pages/PagesPage.tsx')).PagesPage);
const PageEditor = lazyScreen(async () => (await import('./pages/PageEditor.tsx')).PageEditor);
const HomePageRecord = lazyScreen(async () => (await import('./pages/HomePageRecord.tsx')).HomePageRecord);
const PricingPage = lazyScreen(async () => (await import('./pricing/PricingPage.tsx')).PricingPage);
const QuestionsPage = lazyScreen(async () => (await import('./content/FaqsPage.tsx')).FaqsPage);
const TestimonialsPage = lazyScreen(async () => (await import('./content/TestimonialsPage.tsx')).TestimonialsPage);
const MediaPage = lazyScreen(async () => (await import('./media/MediaPage.tsx')).MediaPage);
const SectionsPage = lazyScreen(async () => (await import('./sections/SectionsPage.tsx')).SectionsPage);
const SettingsPage = lazyScreen(async () => (await import('./sections/SettingsPage.tsx')).SettingsPage);
const RedirectsPage = lazyScreen(async () => (await import('./redirects/RedirectsPage.tsx')).RedirectsPage);
const UsersPage = lazyScreen(async () => (await import('./users/UsersPage.tsx')).UsersPage);
const SectionOfSite = lazyScreen(async () => (await import('./sections/SectionPage.tsx')).SectionPage);
const SettingOfSite = lazyScreen(async () => (await import('./sections/SectionPage.tsx')).SettingPage);

/** The CMS: every screen below /dashboard/cms; the shell draws the frame, into whose header its tools go. */
export function App() {
  return (
    <>
      <HeaderTools>
        <NewContent />
        <ContentFilter />
      </HeaderTools>
      <Suspense fallback={<PendingScreen />}>
        <Routes>
          <Route path="/dashboard/cms" element={<DashboardPage />} />
          <Route path="/dashboard/cms/pages" element={<PagesPage />} />
          <Route path="/dashboard/cms/pages/new" element={<PageEditor />} />
          <Route path="/dashboard/cms/pages/home" element={<HomePageRecord />} />
          <Route path="/dashboard/cms/pages/:id/edit" element={<PageEditor />} />
          <Route path="/dashboard/cms/pricing" element={<PricingPage />} />
          <Route
            path="/dashboard/cms/content"
            element={
              <RemountOnNavigate>
                <QuestionsPage />
              </RemountOnNavigate>
            }
          />
          <Route
            path="/dashboard/cms/content/testimonials"
            element={
              <RemountOnNavigate>
                <TestimonialsPage />
              </RemountOnNavigate>
            }
          />
          <Route
            path="/dashboard/cms/media"
            element={
              <RemountOnNavigate>
                <MediaPage />
              </RemountOnNavigate>
            }
          />
          <Route path="/dashboard/cms/sections" element={<SectionsPage />} />
          <Route path="/dashboard/cms/sections/:key" element={<SectionOfSite />} />
          <Route path="/dashboard/cms/settings" element={<SettingsPage />} />
          <Route path="/dashboard/cms/settings/:key" element={<SettingOfSite />} />
          <Route
            path="/dashboard/cms/redirects"
            element={
              <RemountOnNavigate>
                <RedirectsPage />
              </RemountOnNavigate>
            }
          />
          <Route path="/dashboard/cms/users" element={<UsersPage />} />
          <Route path="*" element={<Redirected to="/dashboard/cms" />} />
        </Routes>
      </Suspense>
    </>
  );
}
