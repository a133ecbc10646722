import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { ButtonLink, Card, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { listComing, liveKeys } from '../data/live.ts';
import { liveHome } from '../screens/shared/liveHome.ts';
import { stateOf, timesOf, titleOf } from '../screens/shared/liveTexts.ts';
import { StartButton } from '../screens/shared/StartButton.tsx';

const shown = 3;

/** On a teacher's home screen: their next live classes, to start from there; nothing while there are none. */
export function TeacherCard() {
  const { user } = useSession();
  const { data } = useQuery(liveKeys.coming(), (db) => listComing(db), { live: ['live_meetings'] });
  const mine = data?.filter(({ teacherId, isCancelled }) => teacherId === user?.id && !isCancelled) ?? [];
  if (mine.length === 0) return null;
  return (
    <Card.Root as="section" aria-label={t`Live classes`}>
      <Card.Header>
        <HStack justify="space-between" align="start" gap="3">
          <Heading as="h2" size="md">
            <Trans>Live classes</Trans>
          </Heading>
          <ButtonLink to={liveHome} size="sm" variant="outline">
            <Trans>See all</Trans>
          </ButtonLink>
        </HStack>
      </Card.Header>
      <Card.Body py="4" px={{ base: '4', md: '5' }} gap="1" textStyle="sm">
        <Stack gap="3">
          {mine.slice(0, shown).map((meeting) => (
            <HStack key={meeting.id} justify="space-between" wrap="wrap" gap="3">
              <Stack gap="0">
                <Text fontWeight="600">{titleOf(meeting)}</Text>
                <Text fontSize="sm" color="fg.muted">
                  {`${timesOf(meeting)} · ${stateOf(meeting).text}`}
                </Text>
              </Stack>
              <StartButton meeting={meeting} />
            </HStack>
          ))}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
