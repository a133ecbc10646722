import { t } from '@lingui/core/macro';
import { Box, Eyebrow, Grid, Heading, Stack, Text } from '@masomo/design-system';
import { CheckList } from '../shared/CheckList.tsx';
import { Section } from '../shared/Section.tsx';
import { ProductPicture } from '../shared/pictures/ProductPicture.tsx';
import { moments } from './content.ts';

/** Three moments of a term with the product. */
export function Moments() {
  return (
    <Section title={t`A term, with less paper in it`} align="center" lead={t`From the first day of opening week to the last report card.`}>
      <Stack gap={{ base: '16', lg: '24' }}>
        {moments.map((moment, index) => (
          <Grid key={moment.id} templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap={{ base: '8', lg: '20' }} alignItems="center">
            <Box order={{ lg: index % 2 }}>
              <Eyebrow>{t(moment.eyebrow)}</Eyebrow>
              <Heading as="h3" fontSize={{ base: '2xl', md: '3xl' }} letterSpacing="-0.02em" marginTop="3" marginBottom="4">
                {t(moment.title)}
              </Heading>
              <Text color="fg.muted" fontSize="lg" marginBottom="6">
                {t(moment.text)}
              </Text>
              <CheckList points={moment.points.map((point) => t(point))} />
            </Box>
            <ProductPicture name={moment.picture} sizes="(min-width: 64rem) 36rem, 100vw" />
          </Grid>
        ))}
      </Stack>
    </Section>
  );
}
