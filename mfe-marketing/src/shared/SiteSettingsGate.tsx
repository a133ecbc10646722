import { createContext, use, type ReactNode } from 'react';
import { Container } from '@masomo/design-system';
import { LoadFailure } from './LoadFailure.tsx';
import { getSiteSettings, siteKeys } from '@masomo/data/site';
import type { Hero, SiteSettings } from '@masomo/domain/siteSettings';
import { PageSkeleton } from './PageSkeleton.tsx';
import { useSiteQuery } from './useSiteQuery.ts';

const SettingsContext = createContext<SiteSettings | undefined>(undefined);

/** Reads the owner's settings once for every page below it. */
export function SiteSettingsGate({ children }: { children: ReactNode }) {
  const { data: settings, error, isLoading, reload } = useSiteQuery(siteKeys.settings(), getSiteSettings);
  if (isLoading) return <PageSkeleton />;
  if (!settings) return <Container paddingBlock="24"><LoadFailure error={error} onRetry={reload} /></Container>;
  return <SettingsContext value={settings}>{children}</SettingsContext>;
}

/** The owner's settings; only below `SiteSettingsGate`. */
export function useSettings(): SiteSettings {
  const settings = use(SettingsContext);
  if (!settings) throw new Error('useSettings needs a SiteSettingsGate above it.');
  return settings;
}

/** The opening words of a page. */
export function useHero(page: string): Hero {
  const { heroes } = useSettings();
  return heroes[page] ?? { eyebrow: '', title: '', text: '' };
}
