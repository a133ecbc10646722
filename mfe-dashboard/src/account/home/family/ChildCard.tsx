import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Child, FamilyHome } from '@masomo/data/platform/familyHome';
import { absenceLabels } from '@masomo/domain/marks';
import { formatPercent } from '@masomo/domain/number';
import { Badge, Box, Button, ButtonLink, Card, Flex, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { translate } from '@masomo/i18n';
import { ChildFees } from './ChildFees.tsx';
import { describePresence } from './describeChild.ts';
import { Sparkline } from './Sparkline.tsx';
import { timeLeft } from './timeLeft.ts';

type ChildCardProps = {
  child: Child;
  home: FamilyHome;
  /** Opens all that is known about the child, at a part of it. */
  onOpen: (part: 'own-student' | 'work' | 'consents') => void;
};

/** What a parent wants to know of a child: in school, owed, due, and the last result with its trend. */
export function ChildCard({ child, home, onOpen }: ChildCardProps) {
  const presence = describePresence(child, home);
  const id = `child-${child.id}`;
  return (
    <Card.Root as="section" aria-labelledby={id} minW="0">
      <Card.Body py="4" px={{ base: '4', md: '5' }}>
        <Flex direction={{ base: 'column', sm: 'row' }} justify="space-between" columnGap="3" rowGap="1.5" align="start">
          <Box minW="0">
            <Heading as="h2" size="md" id={id}>
              {child.name}
            </Heading>
            <Text textStyle="xs" color="fg.muted">
              {child.class ?? t`Not in a class yet`}
            </Text>
          </Box>
          <Stack gap="0.5" align={{ base: 'start', sm: 'end' }} flexShrink="0">
            <Badge colorPalette={presence.tone}>{presence.text}</Badge>
            {presence.detail && (
              <Text textStyle="xs" color="fg.muted">
                {presence.detail}
              </Text>
            )}
          </Stack>
        </Flex>
        <Stack as="dl" gap="0" mt="2">
          {child.questions > 0 && (
            <Part name={t`To answer`}>
              <HStack justify="space-between" gap="3">
                <Text textStyle="sm" color="warning.fg">
                  {plural(child.questions, { one: '# question of the school', other: '# questions of the school' })}
                </Text>
                <Button size="xs" variant="outline" aria-label={t`Answer for ${child.name}`} onClick={() => onOpen('consents')}>
                  <Trans>Answer</Trans>
                </Button>
              </HStack>
            </Part>
          )}
          <Part name={t`School fees`}>
            <ChildFees child={child} instructions={home.payment_instructions} />
          </Part>
          <Part name={t`Work due`}>
            <Work child={child} today={home.today} onOpen={() => onOpen('work')} />
          </Part>
          <Part name={t`Last result`}>
            <LastResult marks={child.marks} />
          </Part>
        </Stack>
        <HStack mt="1" ms="-2" gap="1" wrap="wrap">
          <Button size="xs" variant="ghost" onClick={() => onOpen('own-student')}>
            <Trans>All about {child.first_name}</Trans>
          </Button>
          {child.teacher && (
            <ButtonLink
              size="xs"
              variant="ghost"
              to={`/dashboard/messages/new?child=${child.id}`}
              aria-label={
                child.teacher.is_class_teacher ? t`Message the class teacher of ${child.name}` : t`Message a teacher of ${child.name}`
              }
            >
              {child.teacher.is_class_teacher ? <Trans>Message the class teacher</Trans> : <Trans>Message a teacher</Trans>}
            </ButtonLink>
          )}
        </HStack>
      </Card.Body>
    </Card.Root>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box py="2.5" borderTopWidth="1px" css={{ '&:first-of-type': { borderTopWidth: '0' } }}>
      <Text as="dt" textStyle="xs" color="fg.muted">
        {name}
      </Text>
      <Box as="dd" ms="0">
        {children}
      </Box>
    </Box>
  );
}

function Work({ child: { work, name }, today, onOpen }: { child: Child; today: string; onOpen: () => void }) {
  const [first] = work;
  if (!first)
    return (
      <Text textStyle="sm">
        <Trans>Everything is handed in.</Trans>
      </Text>
    );
  const left = timeLeft(first.due_on, today);
  const pieces = plural(work.length, { one: '# piece', other: '# pieces' });
  return (
    <HStack justify="space-between" gap="3">
      <Box minW="0">
        <Text textStyle="sm" overflowWrap="anywhere">
          {first.title}
        </Text>
        <Text textStyle="xs" color={left.state === 'late' ? 'danger.fg' : 'fg.muted'}>
          {first.subject} · {left.text}
        </Text>
      </Box>
      <Button size="xs" variant="outline" flexShrink="0" aria-label={`${pieces}, ${t`Work due of ${name}`}`} onClick={onOpen}>
        {pieces}
      </Button>
    </HStack>
  );
}

function LastResult({ marks }: Pick<Child, 'marks'>) {
  const last = marks.at(-1);
  if (!last)
    return (
      <Text textStyle="sm">
        <Trans>Marks appear here once teachers enter them.</Trans>
      </Text>
    );
  const change = last.before === null || last.share === null ? null : Math.round(last.share - last.before);
  return (
    <HStack justify="space-between" gap="3">
      <Box minW="0">
        <Text textStyle="sm" overflowWrap="anywhere">
          {last.subject}, {last.assessment}:{' '}
          <Text as="span" fontWeight="600">
            {last.absence ? translate(absenceLabels[last.absence]) : formatPercent(last.share ?? 0)}
          </Text>
        </Text>
        {change !== null && (
          <Text textStyle="xs" color={change > 0 ? 'success.fg' : 'fg.muted'}>
            {change === 0
              ? t`As before in this subject`
              : change > 0
                ? plural(change, { one: '# point more than before in this subject', other: '# points more than before in this subject' })
                : plural(-change, { one: '# point less than before in this subject', other: '# points less than before in this subject' })}
          </Text>
        )}
      </Box>
      <Sparkline values={marks.flatMap(({ share }) => (share === null ? [] : [share]))} />
    </HStack>
  );
}
