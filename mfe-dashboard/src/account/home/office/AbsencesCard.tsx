import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OfficeHome } from '@masomo/data/platform/officeHome';
import { AppLink, Box, HStack, Stack, Text } from '@masomo/design-system';
import { HomeCard } from '../HomeCard.tsx';

type AbsencesCardProps = { absences: NonNullable<OfficeHome['absences']>; hasRegisters: boolean };

/** Whose absence today nobody has explained, and whom to call. */
export function AbsencesCard({ absences: { total, first }, hasRegisters }: AbsencesCardProps) {
  return (
    <HomeCard
      id="absences"
      title={total > 0 ? t`To follow up: ${total} absent without a reason` : t`To follow up`}
      link={{ to: '/dashboard/attendance', label: t`Open attendance` }}
    >
      {first.length === 0 ? (
        <Text color="fg.muted" textStyle="sm">
          {hasRegisters
            ? t`Everybody who is absent today has a reason.`
            : t`Who is absent without a reason appears here once registers are taken.`}
        </Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="0">
          {first.map(({ id, name, class: className, guardian, phone }) => (
            <HStack as="li" key={id} gap="3" minH="10" py="1" css={{ '&:not(:last-child)': { borderBottomWidth: '1px' } }}>
              <Box flex="1" minW="0">
                <AppLink to={`/dashboard/students/${id}`} textStyle="sm" fontWeight="500" overflowWrap="anywhere">
                  {name}
                </AppLink>
                <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
                  {className}
                  {guardian && ` · ${guardian}`}
                </Text>
              </Box>
              {phone ? (
                <Text asChild color="accent.fg" textStyle="sm" flexShrink="0">
                  <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
                </Text>
              ) : (
                <Text textStyle="xs" color="fg.muted" flexShrink="0">
                  <Trans>No phone number</Trans>
                </Text>
              )}
            </HStack>
          ))}
        </Stack>
      )}
    </HomeCard>
  );
}
