import type { ComponentType } from 'react';
import { Box, Eyebrow, Grid, Heading, Stack, Text } from '@masomo/design-system';
import { CheckList } from '../shared/CheckList.tsx';
import { Section } from '../shared/Section.tsx';
import { moments } from './content.ts';
import { PhoneIllustration } from '../shared/drawings/PhoneIllustration.tsx';
import { ReportIllustration } from '../shared/drawings/ReportIllustration.tsx';
import { TimetableIllustration } from '../shared/drawings/TimetableIllustration.tsx';

const drawings: Record<(typeof moments)[number]['id'], ComponentType> = { fees: PhoneIllustration, assessment: ReportIllustration, week: TimetableIllustration };

/** How a term runs with the product. */
export function Moments() {
  return (
    <Section title="A term, with less paper in it" align="center" lead="From the first day of opening week to the last report form.">
      <Stack gap={{ base: '16', lg: '24' }}>
        {moments.map((moment, index) => {
          const Drawing = drawings[moment.id];
          return (
            <Grid key={moment.id} templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap={{ base: '8', lg: '20' }} alignItems="center">
              <Box order={{ lg: index % 2 }}>
                <Eyebrow>{moment.eyebrow}</Eyebrow>
                <Heading as="h3" fontSize={{ base: '2xl', md: '3xl' }} letterSpacing="-0.02em" marginTop="3" marginBottom="4">{moment.title}</Heading>
                <Text color="fg.muted" fontSize="lg" marginBottom="6">{moment.text}</Text>
                <CheckList points={moment.points} />
              </Box>
              <Drawing />
            </Grid>
          );
        })}
      </Stack>
    </Section>
  );
}
