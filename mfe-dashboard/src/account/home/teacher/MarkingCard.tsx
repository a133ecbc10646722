import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { TeacherHome } from '@masomo/data/platform/teacherHome';
import { AppLink, Badge, HStack, Stack, Text } from '@masomo/design-system';
import { HomeCard } from '../HomeCard.tsx';

const dayMs = 86_400_000;
/** From then on somebody has waited long for a mark. */
const longDays = 7;

function describeAge(since: string): { text: string; isLong: boolean } {
  const days = Math.floor((Date.now() - Date.parse(since)) / dayMs);
  return {
    text: days < 1 ? t`since today` : plural(days, { one: 'for # day', other: 'for # days' }),
    isLong: days >= longDays,
  };
}

/** What waits for a mark, by assignment, the oldest answer first. */
export function MarkingCard({ marking }: { marking: TeacherHome['marking'] }) {
  return (
    <HomeCard id="marking" title={<Trans>To mark</Trans>} link={{ to: '/dashboard/assignments', label: t`All assignments` }}>
      {marking.length === 0 ? (
        <Text color="fg.muted" textStyle="sm">
          <Trans>Nothing waits for a mark.</Trans>
        </Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="0">
          {marking.map(({ id, title, subject, class: className, waiting, since }) => {
            const age = describeAge(since);
            return (
              <HStack as="li" key={id} gap="3" minH="10" py="1" css={{ '&:not(:last-child)': { borderBottomWidth: '1px' } }}>
                <Stack gap="0" flex="1" minW="0">
                  <AppLink to={`/dashboard/assignments/${id}`} textStyle="sm" fontWeight="500" overflowWrap="anywhere">
                    {title}
                  </AppLink>
                  <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
                    {subject} · {className} · {age.text}
                  </Text>
                </Stack>
                <Badge colorPalette={age.isLong ? 'orange' : 'gray'} flexShrink="0">
                  {plural(waiting, { one: '# answer', other: '# answers' })}
                </Badge>
              </HStack>
            );
          })}
        </Stack>
      )}
    </HomeCard>
  );
}
