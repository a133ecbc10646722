import { t } from '@lingui/core/macro';
import { BookOpen, CircleHelp, Clapperboard, UsersRound, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageKeys, readPageDescriptions } from '@masomo/data/site/publishedPages';
import { Box, ExternalLink, Heading, SimpleGrid, SkeletonText, Text } from '@masomo/design-system';
import { TextLink } from '../shared/TextLink.tsx';
import { FeatureIcon } from '../shared/FeatureIcon.tsx';
import { Section } from '../shared/Section.tsx';
import { useSettings } from '../shared/SiteSettingsGate.tsx';
import { useSiteQuery } from '../shared/useSiteQuery.ts';
import { helpSlugs } from '../shared/helpSlugs.ts';

/** Links to self-service help. The descriptions of the site's own pages come from the CMS, so that a tile says no more than its page. */
export function SelfService() {
  const { help } = useSettings();
  const slugs = helpSlugs(help);
  const { data: descriptions, isLoading } = useSiteQuery(pageKeys.descriptions(slugs), (db) => readPageDescriptions(db, slugs));
  /** Of help elsewhere we know no more than what it is; a page that says nothing of itself gets no words of ours. */
  const about = (address: string, elsewhere: string): About => {
    const slug = slugs.find((known) => address === `/${known}`);
    if (slug === undefined) return { text: elsewhere };
    return isLoading ? 'loading' : descriptions?.[slug];
  };
  return (
    <Section tone="subtle" eyebrow={t`Help yourself`} title={t`Answers at any hour`}>
      <SimpleGrid as="ul" listStyleType="none" columns={{ base: 1, sm: 2, lg: 4 }} gap="5">
        <Tile
          Icon={BookOpen}
          title={t`Documentation`}
          about={about(help.documentation, t`A school year, step by step.`)}
          to={help.documentation}
        />
        <Tile Icon={Clapperboard} title={t`Video Tutorials`} about={about(help.videos, t`One task in each film.`)} to={help.videos} />
        <Tile Icon={CircleHelp} title={t`FAQ`} about={{ text: t`The questions schools ask most.` }} to="/faq" />
        <Tile
          Icon={UsersRound}
          title={t`Community Forum`}
          about={about(help.community, t`Bursars and teachers helping each other.`)}
          to={help.community}
        />
      </SimpleGrid>
    </Section>
  );
}

type About = { text: string; lang?: 'en' } | 'loading' | undefined;
type TileProps = { Icon: LucideIcon; title: string; about: About; to: string };

/** Nothing where the settings give no address. */
function Tile({ Icon, title, about, to }: TileProps) {
  if (!to) return null;
  return (
    <Box as="li" background="bg.panel" borderWidth="1px" borderColor="border" borderRadius="2xl" padding="6">
      <FeatureIcon>
        <Icon />
      </FeatureIcon>
      <Heading as="h3" fontSize="lg" marginTop="4" marginBottom="1">
        <TileLink to={to}>{title}</TileLink>
      </Heading>
      {about === 'loading' ? (
        <SkeletonText noOfLines={2} />
      ) : (
        about && (
          <Text color="fg.muted" lang={about.lang}>
            {about.text}
          </Text>
        )
      )}
    </Box>
  );
}

function TileLink({ to, children }: { to: string; children: ReactNode }) {
  return to.startsWith('/') ? <TextLink to={to}>{children}</TextLink> : <ExternalLink href={to}>{children}</ExternalLink>;
}
