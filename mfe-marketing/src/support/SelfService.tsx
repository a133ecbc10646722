import { t } from '@lingui/core/macro';
import { BookOpen, CircleHelp, Clapperboard, UsersRound, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Box, ExternalLink, Heading, SimpleGrid, Text } from '@masomo/design-system';
import { TextLink } from '../shared/TextLink.tsx';
import { FeatureIcon } from '../shared/FeatureIcon.tsx';
import { Section } from '../shared/Section.tsx';
import { useSettings } from '../shared/SiteSettingsGate.tsx';

/** Links to self-service help. */
export function SelfService() {
  const { help } = useSettings();
  return (
    <Section tone="subtle" eyebrow={t`Help yourself`} title={t`Answers at any hour`}>
      <SimpleGrid as="ul" listStyleType="none" columns={{ base: 1, sm: 2, lg: 4 }} gap="5">
        <Tile Icon={BookOpen} title={t`Documentation`} text={t`A school year, step by step.`} to={help.documentation} />
        <Tile Icon={Clapperboard} title={t`Video Tutorials`} text={t`In preparation: five minutes for each task.`} to={help.videos} />
        <Tile Icon={CircleHelp} title={t`FAQ`} text={t`The questions schools ask most.`} to="/faq" />
        <Tile
          Icon={UsersRound}
          title={t`Community Forum`}
          text={t`In preparation: bursars and teachers helping each other.`}
          to={help.community}
        />
      </SimpleGrid>
    </Section>
  );
}

/** Nothing where the settings give no address. */
function Tile({ Icon, title, text, to }: { Icon: LucideIcon; title: string; text: string; to: string }) {
  if (!to) return null;
  return (
    <Box as="li" background="bg.panel" borderWidth="1px" borderColor="border" borderRadius="2xl" padding="6">
      <FeatureIcon>
        <Icon />
      </FeatureIcon>
      <Heading as="h3" fontSize="lg" marginTop="4" marginBottom="1">
        <TileLink to={to}>{title}</TileLink>
      </Heading>
      <Text color="fg.muted">{text}</Text>
    </Box>
  );
}

function TileLink({ to, children }: { to: string; children: ReactNode }) {
  return to.startsWith('/') ? <TextLink to={to}>{children}</TextLink> : <ExternalLink href={to}>{children}</ExternalLink>;
}
