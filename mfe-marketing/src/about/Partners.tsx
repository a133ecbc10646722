import { t } from '@lingui/core/macro';
import { Box, SimpleGrid, Text } from '@masomo/design-system';
import type { About } from '@masomo/domain/siteSettings';
import { Section } from '../shared/Section.tsx';

/** Partner list; renders nothing when there are none. */
export function Partners({ partners, lang }: Pick<About, 'partners' | 'lang'>) {
  if (partners.length === 0) return null;
  return (
    <Section eyebrow={t`Partners`} title={t`We do not do it alone`}>
      <SimpleGrid
        as="ul"
        listStyleType="none"
        columns={{ base: 1, sm: 2, lg: 4 }}
        gap="1px"
        background="border"
        borderWidth="1px"
        borderColor="border"
        borderRadius="2xl"
        overflow="hidden"
      >
        {partners.map((partner) => (
          <Box as="li" key={partner.name} background="bg.panel" padding="6">
            <Text fontWeight="600">{partner.name}</Text>
            <Text color="fg.muted" fontSize="sm" lang={lang}>
              {partner.what}
            </Text>
          </Box>
        ))}
      </SimpleGrid>
    </Section>
  );
}
