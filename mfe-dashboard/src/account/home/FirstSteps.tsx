import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { dismissFirstSteps, type DashboardSummary } from '@masomo/data/platform/overview';
import { AppLink, Badge, Box, Button, ButtonLink, Card, Heading, HStack, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';

type Setup = NonNullable<DashboardSummary['setup']>;
type Step = { key: keyof Setup; label: string; text: string; to: string };

/** In the order in which each needs those before it. */
const steps: readonly Step[] = [
  {
    key: 'details',
    label: t`Complete your school’s details`,
    text: t`Phone and address under School, the crest under Papers: they are on every receipt, report card and letter.`,
    to: '/dashboard/school',
  },
  {
    key: 'terms',
    label: t`Check the terms`,
    text: t`Fees, registers and report cards go by them. We have proposed the ministry’s dates.`,
    to: '/dashboard/school',
  },
  {
    key: 'classes',
    label: t`Check the classes`,
    text: t`One for each group that is taught together, with the teacher who is responsible for it.`,
    to: '/dashboard/classes',
  },
  {
    key: 'subjects',
    label: t`Give each class its subjects`,
    text: t`Open a class and choose its subjects and who teaches them. Gradebook, timetable and assignments follow from it.`,
    to: '/dashboard/classes',
  },
  {
    key: 'staff',
    label: t`Invite your staff`,
    text: t`Teachers and office staff get a mail to sign in with. Each sees what their own work needs.`,
    to: '/dashboard/staff',
  },
  {
    key: 'students',
    label: t`Import your students`,
    text: t`From a spreadsheet, with guardians. Rows with mistakes are shown before anything is saved.`,
    to: '/dashboard/students/import',
  },
  { key: 'fees', label: t`Set the fees`, text: t`What each class pays this term.`, to: '/dashboard/finances/fees' },
  {
    key: 'guardians',
    label: t`Invite the guardians`,
    text: t`Open a student and invite each guardian. Parents then see attendance, results and what is owed.`,
    to: '/dashboard/students',
  },
  { key: 'register', label: t`Take the first register`, text: t`On a phone, class by class.`, to: '/dashboard/attendance' },
];

/** Leads a new school through its first steps. It is gone once they are done or an administrator puts it away. */
export function FirstSteps({ setup }: { setup: Setup }) {
  const [isAsking, setIsAsking] = useState(false);
  const dismiss = useCommand(dismissFirstSteps, { invalidates: ['overview'], onSuccess: () => setIsAsking(false) });
  const done = steps.filter(({ key }) => setup[key]).length;
  const total = steps.length;
  const next = steps.find(({ key }) => !setup[key]);
  return (
    <Card.Root as="section" aria-labelledby="first-steps">
      <Card.Body py="4" px={{ base: '4', md: '5' }}>
        <HStack justify="space-between" align="start" gap="4" wrap="wrap">
          <Box minW="0">
            <Heading as="h2" id="first-steps" size="md">
              <Trans>First steps</Trans>
            </Heading>
            <Text color="fg.muted" textStyle="sm">
              <Trans>
                {done} of {total} done
              </Trans>
            </Text>
          </Box>
          <Button size="xs" variant="ghost" onClick={() => setIsAsking(true)}>
            <Trans>Put this list away</Trans>
          </Button>
        </HStack>
        <Box mt="2" mb="4" h="1.5" borderRadius="full" bg="bg.muted" overflow="hidden" aria-hidden>
          <Box h="full" bg="accent.solid" style={{ width: `${Math.round((done / total) * 100)}%` }} />
        </Box>
        {next && <NextStep step={next} />}
        <SimpleGrid as="ol" listStyleType="none" ps="0" columns={{ base: 1, lg: 2 }} columnGap="8" rowGap="0">
          {steps.map((step, index) => (
            <StepLine key={step.key} step={step} number={index + 1} isDone={setup[step.key]} isTold={step !== next} />
          ))}
        </SimpleGrid>
        <ConfirmDialog
          isOpen={isAsking}
          title={t`Put the first steps away?`}
          body={dismiss.error?.userMessage ?? t`They go for every administrator of your school. All of it stays in the menu.`}
          confirmLabel={t`Put away`}
          isBusy={dismiss.isRunning}
          onConfirm={() => void dismiss.run(undefined)}
          onClose={() => setIsAsking(false)}
        />
      </Card.Body>
    </Card.Root>
  );
}

/** What to do now, why, and the screen for it. */
function NextStep({ step: { label, text, to } }: { step: Step }) {
  return (
    <Stack
      bg="accent.subtle"
      borderRadius="md"
      px="4"
      py="3"
      mb="3"
      gap="3"
      direction={{ base: 'column', md: 'row' }}
      align={{ md: 'center' }}
      justify="space-between"
    >
      <Box minW="0">
        <Text textStyle="xs" color="fg.muted">
          <Trans>Next</Trans>
        </Text>
        <Text fontWeight="600">{label}</Text>
        <Text textStyle="sm">{text}</Text>
      </Box>
      <ButtonLink to={to} size="sm" flexShrink="0" alignSelf={{ base: 'start', md: 'center' }}>
        <Trans>Begin</Trans>
      </ButtonLink>
    </Stack>
  );
}

type StepLineProps = { step: Step; number: number; isDone: boolean; /** Its text stands nowhere else. */ isTold: boolean };

function StepLine({ step: { label, text, to }, number, isDone, isTold }: StepLineProps) {
  return (
    <HStack as="li" gap="3" py="2" align="start" borderTopWidth="1px" minW="0">
      <Box
        boxSize="6"
        flexShrink="0"
        borderRadius="full"
        display="grid"
        placeItems="center"
        textStyle="xs"
        fontWeight="600"
        bg={isDone ? 'accent.solid' : 'bg.muted'}
        color={isDone ? 'accent.contrast' : 'fg.muted'}
        aria-hidden
      >
        {isDone ? '✓' : number}
      </Box>
      <Box flex="1" minW="0">
        <AppLink to={to} color={isDone ? 'fg.muted' : 'accent.fg'} textStyle="sm" fontWeight="500">
          {label}
        </AppLink>
        {!isDone && isTold && (
          <Text color="fg.muted" textStyle="xs">
            {text}
          </Text>
        )}
      </Box>
      <Badge flexShrink="0" colorPalette={isDone ? 'green' : 'gray'}>
        {isDone ? t`Done` : t`To do`}
      </Badge>
    </HStack>
  );
}
