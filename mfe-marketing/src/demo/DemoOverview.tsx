import { t } from '@lingui/core/macro';
import { Box, Heading, SimpleGrid } from '@masomo/design-system';
import { CheckList } from '../shared/CheckList.tsx';
import { Section } from '../shared/Section.tsx';
import { demoOverview } from './content.ts';

/** Topics of the guided demo. */
export function DemoOverview() {
  return (
    <Section tone="subtle" eyebrow={t`What you will see`} title={t`The parts schools ask for first`}>
      <SimpleGrid columns={{ base: 1, md: 3 }} gap={{ base: '10', md: '8' }}>
        {demoOverview.map((column) => (
          <Box key={t(column.title)}>
            <Heading as="h3" fontSize="xl" letterSpacing="-0.015em" marginBottom="5">
              {t(column.title)}
            </Heading>
            <CheckList points={column.points.map((point) => t(point))} />
          </Box>
        ))}
      </SimpleGrid>
    </Section>
  );
}
