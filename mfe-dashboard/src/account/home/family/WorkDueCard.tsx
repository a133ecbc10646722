import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Child } from '@masomo/data/platform/familyHome';
import { Badge, Box, Button, HStack, Stack, Text } from '@masomo/design-system';
import { HomeCard } from '../HomeCard.tsx';
import { timeLeft } from './timeLeft.ts';

type WorkDueCardProps = { work: Child['work']; today: string; /** Leads to where it is handed in. */ onOpen: () => void };

const shownCount = 5;
const colors = { late: 'red', soon: 'orange', later: 'gray' } as const;

/** What a student has still to hand in, with the time that is left. */
export function WorkDueCard({ work, today, onOpen }: WorkDueCardProps) {
  return (
    <HomeCard id="work-due" title={<Trans>Work due</Trans>}>
      {work.length === 0 && (
        <Text color="fg.muted" textStyle="sm">
          <Trans>Everything is handed in. What your teachers set appears here.</Trans>
        </Text>
      )}
      <Stack as="ul" listStyleType="none" gap="0">
        {work.slice(0, shownCount).map(({ id, title, subject, due_on: dueOn }) => {
          const left = timeLeft(dueOn, today);
          return (
            <HStack as="li" key={id} gap="3" minH="10" py="1" css={{ '&:not(:last-child)': { borderBottomWidth: '1px' } }}>
              <Box flex="1" minW="0">
                <Text textStyle="sm" fontWeight="500" overflowWrap="anywhere">
                  {title}
                </Text>
                <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
                  {subject}
                </Text>
              </Box>
              <Badge colorPalette={colors[left.state]} flexShrink="0">
                {left.text}
              </Badge>
            </HStack>
          );
        })}
      </Stack>
      {work.length > 0 && (
        <Button size="xs" variant="outline" mt="2" alignSelf="start" onClick={onOpen}>
          {work.length > shownCount ? t`Hand in, and see ${work.length - shownCount} more` : t`Hand in`}
        </Button>
      )}
    </HomeCard>
  );
}
