import { createContext, use, useMemo, type ReactNode } from 'react';
import { Container } from '@masomo/design-system';
import { LoadFailure } from './LoadFailure.tsx';
import { getHeroes, getSiteSettings, siteKeys } from '@masomo/data/site/publicContent';
import type { Hero, Heroes, SiteSettings } from '@masomo/domain/siteSettings';
import { PageSkeleton } from './PageSkeleton.tsx';
import { useSiteQuery } from './useSiteQuery.ts';

const SettingsContext = createContext<{ settings: SiteSettings; heroes: Heroes } | undefined>(undefined);

/** Loads the site settings and heroes before rendering the pages below. */
export function SiteSettingsGate({ children }: { children: ReactNode }) {
  const settings = useSiteQuery(siteKeys.settings(), getSiteSettings);
  const heroes = useSiteQuery(siteKeys.heroes(), getHeroes);
  // A new value would make React throw away parts of a prerendered page that are not hydrated yet.
  const gate = useMemo(
    () => (settings.data && heroes.data ? { settings: settings.data, heroes: heroes.data } : undefined),
    [settings.data, heroes.data],
  );
  if (settings.isLoading || heroes.isLoading) return <PageSkeleton />;
  if (!gate) {
    return (
      <Container paddingBlock="24">
        <LoadFailure error={settings.error ?? heroes.error} onRetry={() => Promise.all([settings.reload(), heroes.reload()])} />
      </Container>
    );
  }
  return <SettingsContext value={gate}>{children}</SettingsContext>;
}

/** The site settings; only below `SiteSettingsGate`. */
export function useSettings(): SiteSettings {
  return useGate().settings;
}

function useGate() {
  const gate = use(SettingsContext);
  if (!gate) throw new Error('The site’s settings need a SiteSettingsGate above.');
  return gate;
}

/** Hero texts of a page. */
export function useHero(page: string): Hero {
  const { heroes } = useGate();
  return heroes[page] ?? { eyebrow: '', title: '', text: '' };
}
