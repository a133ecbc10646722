import { Trans } from '@lingui/react/macro';
import { Box, ButtonLink, Container, Eyebrow, Grid, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { TextLink } from '../shared/TextLink.tsx';
import { useHomeHero } from './useHomeHero.ts';
import { ImagesContext, SiteImage } from '../shared/SiteImage.tsx';
import { ProductPicture } from '../shared/pictures/ProductPicture.tsx';

/** Hero of the home page with the calls to action and an image or illustration. */
export function HomeHero() {
  const hero = useHomeHero();
  return (
    <Box as="section" position="relative" overflow="hidden" background="bg.subtle" borderBottomWidth="1px" borderColor="border">
      <Container maxWidth="7xl" paddingTop={{ base: '14', md: '20', xl: '24' }} paddingBottom={{ base: '0', lg: '20' }}>
        <Grid templateColumns={{ base: '1fr', lg: '5fr 6fr' }} gap={{ base: '12', lg: '12', xl: '16' }} alignItems="center">
          <Stack gap="6" maxWidth="2xl">
            <Eyebrow lang={hero.lang}>{hero.eyebrow}</Eyebrow>
            <Heading
              as="h1"
              lang={hero.lang}
              fontSize={{ base: '4xl', sm: '5xl', xl: '6xl' }}
              lineHeight="1.03"
              letterSpacing="-0.035em"
              textWrap="balance"
            >
              {hero.title}
            </Heading>
            <Text color="fg.muted" fontSize={{ base: 'lg', md: 'xl' }} textWrap="pretty" lang={hero.lang}>
              {hero.text}
            </Text>
            <Stack direction={{ base: 'column', sm: 'row' }} gap="3" marginTop="2">
              <ButtonLink to="/demo#demo-request-form" size="lg">
                <Trans>Request Demo</Trans>
              </ButtonLink>
              <ButtonLink to="/features" size="lg" variant="outline">
                <Trans>Explore Features</Trans>
              </ButtonLink>
            </Stack>
            <HStack color="fg.muted" fontSize="sm" gap="5" flexWrap="wrap">
              <TextLink to="/trial">
                <Trans>1-month free trial</Trans>
              </TextLink>
              <span>
                <Trans>No card needed</Trans>
              </span>
              <span>
                <Trans>Cloud or your own server</Trans>
              </span>
            </HStack>
          </Stack>
          {hero.image ? (
            <ImagesContext value={hero.image.metadata}>
              <SiteImage
                url={hero.image.url}
                alt={hero.image.alt}
                sizes="(min-width: 64rem) 40rem, 100vw"
                borderRadius="2xl"
                width="full"
                aspectRatio="4/3"
                objectFit="cover"
                marginBottom={{ base: '10', lg: '0' }}
                isFirst
              />
            </ImagesContext>
          ) : (
            <Box
              marginRight={{ lg: '-24', '2xl': '0' }}
              marginBottom={{ base: '10', lg: '0' }}
              minWidth={{ lg: '44rem' }}
              filter="drop-shadow(0 24px 48px rgb(15 23 42 / 0.14))"
            >
              <Box display={{ base: 'none', md: 'block' }}>
                <ProductPicture name="office" sizes="44rem" firstWhere="(min-width: 48rem)" />
              </Box>
              <Box display={{ md: 'none' }}>
                <ProductPicture name="family" sizes="19rem" firstWhere="(max-width: 47.99rem)" />
              </Box>
            </Box>
          )}
        </Grid>
      </Container>
    </Box>
  );
}
