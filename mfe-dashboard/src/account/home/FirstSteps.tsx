import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { DashboardSummary } from '@masomo/data/platform/overview';
import { AppLink, Badge, Card, Heading, HStack, Stack, Text } from '@masomo/design-system';

type Setup = NonNullable<DashboardSummary['setup']>;

const steps: readonly { key: keyof Setup; label: string; text: string; to: string }[] = [
  {
    key: 'students',
    label: t`Import your students`,
    text: t`From a spreadsheet, with guardians. Rows with mistakes are shown before anything is saved.`,
    to: '/dashboard/students/import',
  },
  {
    key: 'staff',
    label: t`Add your staff`,
    text: t`Teachers and office staff, each with an invitation to sign in.`,
    to: '/dashboard/staff',
  },
  { key: 'fees', label: t`Set the fees`, text: t`What each class pays this term.`, to: '/dashboard/finances/fees' },
  { key: 'register', label: t`Take the first register`, text: t`On a phone, class by class.`, to: '/dashboard/attendance' },
];

/** Leads a new school through its first steps, and is gone once they are done. */
export function FirstSteps({ setup }: { setup: DashboardSummary['setup'] }) {
  if (!setup) return null;
  return (
    <Card.Root as="section" aria-labelledby="first-steps">
      <Card.Header>
        <Heading as="h2" id="first-steps" size="md">
          <Trans>First steps</Trans>
        </Heading>
        <Text color="fg.muted">
          <Trans>We have suggested classes, subjects and terms. Change them under School and Classes.</Trans>
        </Text>
      </Card.Header>
      <Card.Body>
        <Stack as="ol" listStyleType="none" gap="4">
          {steps.map(({ key, label, text, to }) => (
            <HStack as="li" key={key} justify="space-between" gap="4" align="flex-start">
              <Stack gap="0" minW="0">
                <AppLink to={to} color="accent.fg" fontWeight="600">
                  {label}
                </AppLink>
                <Text color="fg.muted" fontSize="sm">
                  {text}
                </Text>
              </Stack>
              <Badge flexShrink="0" colorPalette={setup[key] ? 'green' : 'gray'}>
                {setup[key] ? t`Done` : t`To do`}
              </Badge>
            </HStack>
          ))}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
