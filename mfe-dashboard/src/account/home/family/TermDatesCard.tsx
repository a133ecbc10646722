import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { FamilyHome } from '@masomo/data/platform/familyHome';
import { formatDate, formatDayAndMonth } from '@masomo/domain/time';
import { Badge, Box, HStack, Stack, Text } from '@masomo/design-system';
import { HomeCard } from '../HomeCard.tsx';

/** The dates of this term and those that follow. */
export function TermDatesCard({ terms, today }: Pick<FamilyHome, 'terms' | 'today'>) {
  return (
    <HomeCard id="term-dates" title={<Trans>Term dates</Trans>}>
      {terms.length === 0 ? (
        <Text color="fg.muted" textStyle="sm">
          <Trans>The school has not set the dates of its next term yet.</Trans>
        </Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="2.5">
          {terms.map(({ name, starts_on: start, ends_on: end }) => (
            <HStack as="li" key={name} justify="space-between" gap="3" textStyle="sm">
              <Box minW="0">
                <Text fontWeight="500">{name}</Text>
                <Text textStyle="xs" color="fg.muted">
                  <Trans>
                    {formatDayAndMonth(start)} to {formatDate(end)}
                  </Trans>
                </Text>
              </Box>
              {start <= today && <Badge colorPalette="green">{t`Now`}</Badge>}
            </HStack>
          ))}
        </Stack>
      )}
    </HomeCard>
  );
}
