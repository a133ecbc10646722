import { Trans } from '@lingui/react/macro';
import { memo } from 'react';
import { Box, Center, Container, Eyebrow, Flex, Grid, Heading, Text } from '@masomo/design-system';
import type { Addon } from '@masomo/data/store/catalogue';
import { addonIcon } from './AddonIcon.tsx';

type Props = { addons: readonly Addon[] | undefined; format: (shillings: number) => string };

/** Hero of the store with a wall of the add-ons' icons. A press on a card does not render it again. */
export const StoreHero = memo(function StoreHero({ addons = [], format }: Props) {
  const cheapest = Math.min(...addons.map((addon) => addon.price));
  return (
    <Box bg="bg.subtle" borderBottomWidth="1px">
      <Container maxW="7xl" py={{ base: '10', md: '14' }}>
        <Flex justify="space-between" align="center" gap="12">
          <Box maxW="2xl">
            <Eyebrow>
              <Trans>Add-on store</Trans>
            </Eyebrow>
            <Heading as="h1" size={{ base: '4xl', md: '5xl' }} textWrap="balance" mt="3">
              <Trans>Switch on what your school needs next</Trans>
            </Heading>
            <Text fontSize="lg" color="fg.muted" mt="4">
              <Trans>Every add-on is licensed per school or campus, for as many users as you have. Prices include VAT.</Trans>
            </Text>
            {addons.length > 0 && (
              <Text mt="4" fontWeight="600">
                <Trans>
                  {addons.length} add-ons, from {format(cheapest)} per term
                </Trans>
              </Text>
            )}
          </Box>
          <Grid aria-hidden templateColumns="repeat(4, 1fr)" gap="3" hideBelow="lg" transform="rotate(-4deg)">
            {addons.slice(0, 12).map((addon, index) => {
              const IconComponent = addonIcon(addon.icon);
              const isHighlighted = index % 5 === 1;
              return (
                <Center
                  key={addon.id}
                  boxSize="16"
                  borderRadius="xl"
                  borderWidth="1px"
                  boxShadow="sm"
                  bg={isHighlighted ? 'accent.solid' : 'bg.panel'}
                  color={isHighlighted ? 'accent.contrast' : 'accent.fg'}
                  borderColor={isHighlighted ? 'accent.solid' : 'border'}
                >
                  <IconComponent size={26} />
                </Center>
              );
            })}
          </Grid>
        </Flex>
      </Container>
    </Box>
  );
});
