import type { ReactNode } from 'react';
import { Box, Container, Eyebrow, Grid, Heading, Stack, Text } from '@masomo/design-system';
import { useHero } from './SiteSettingsGate.tsx';

type PageHeroProps = { page: string; children?: ReactNode; align?: 'start' | 'center'; drawing?: ReactNode; marks?: object };

/** Hero of a page: the owner's texts, optional actions, an illustration, and attributes that the styles of later sections refer to. */
export function PageHero({ page, children, align = 'start', drawing, marks }: PageHeroProps) {
  const hero = useHero(page);
  const isCentred = align === 'center';
  return (
    <Box as="section" background="bg.subtle" borderBottomWidth="1px" borderColor="border" {...marks}>
      <Container maxWidth="7xl" paddingBlock={{ base: '14', md: '20', xl: drawing ? '16' : '24' }}>
        <Grid templateColumns={{ base: '1fr', lg: drawing ? '6fr 5fr' : '1fr' }} gap={{ base: '10', lg: '16' }} alignItems="center">
          <Stack
            gap="5"
            maxWidth="3xl"
            width="full"
            marginInline={isCentred ? 'auto' : undefined}
            textAlign={align}
            alignItems={isCentred ? 'center' : 'flex-start'}
          >
            {hero.eyebrow && <Eyebrow lang={hero.lang}>{hero.eyebrow}</Eyebrow>}
            <Heading
              as="h1"
              lang={hero.lang}
              fontSize={{ base: '4xl', md: '5xl', xl: '6xl' }}
              lineHeight="1.05"
              letterSpacing="-0.03em"
              textWrap="balance"
            >
              {hero.title}
            </Heading>
            <Text color="fg.muted" fontSize={{ base: 'lg', md: 'xl' }} textWrap="pretty" lang={hero.lang}>
              {hero.text}
            </Text>
            {children}
          </Stack>
          {drawing && <Box display={{ base: 'none', lg: 'block' }}>{drawing}</Box>}
        </Grid>
      </Container>
    </Box>
  );
}
