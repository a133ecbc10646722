import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ButtonLink, Card, Heading, HStack, Stack } from '@masomo/design-system';
import { FamilyMeeting } from '../screens/shared/FamilyMeeting.tsx';
import { useFamilyMeetings } from '../screens/shared/useFamilyMeetings.ts';
import { liveHome } from '../screens/shared/liveHome.ts';

const shown = 3;

/** On a family's home screen: the next live classes; nothing while there are none. */
export function FamilyCard() {
  const { coming } = useFamilyMeetings();
  if (!coming || coming.length === 0) return null;
  return (
    <Card.Root as="section" aria-label={t`Live classes`}>
      <Card.Header>
        <HStack justify="space-between" wrap="wrap" gap="3">
          <Heading as="h2" size="md">
            <Trans>Live classes</Trans>
          </Heading>
          <ButtonLink to={`${liveHome}/calendar`} size="sm" variant="outline">
            <Trans>See all</Trans>
          </ButtonLink>
        </HStack>
      </Card.Header>
      <Card.Body py="4" px={{ base: '4', md: '5' }}>
        <Stack gap="3">
          {coming.slice(0, shown).map(({ meeting, student }) => (
            <FamilyMeeting key={`${meeting.id} ${student.id}`} meeting={meeting} student={student} />
          ))}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
