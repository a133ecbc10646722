import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Allowed } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { getServiceStatus, platformConsoleKeys, retryMails, type ServiceStatus } from '@masomo/data/platform/platformConsole';
import { formatNumber } from '@masomo/domain/number';
import { formatDateTime } from '@masomo/domain/time';
import { AppLink, Badge, Button, Card, ErrorState, Heading, HStack, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { jobLabel } from '../shared/jobLabels.ts';
import { FailedMails } from './FailedMails.tsx';
import { paymentMethodLabel } from '../../shared/paymentLabels.ts';

/** Health of email and payments, as they are now. */
export function ServicesCard() {
  const {
    data: status,
    error,
    reload,
  } = useQuery(platformConsoleKeys.status(), getServiceStatus, {
    live: ['mail_outbox', 'payments', 'payment_attempts', 'jobs'],
  });
  return (
    <Card.Root as="section" aria-labelledby="services">
      <Card.Header>
        <Heading as="h2" size="md" id="services">
          <Trans>Email and payments</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        {error && !status && <ErrorState error={error} onRetry={reload} />}
        {!error && !status && <SkeletonText noOfLines={4} gap="3" />}
        {status && (
          <Stack gap="5">
            <MailStatus mail={status.mail} />
            {(status.mail_budgets.length > 0 || status.mail_networks > 0) && (
              <MailBudgets budgets={status.mail_budgets} networks={status.mail_networks} />
            )}
            <PaymentStatus status={status} />
            {status.failing_jobs.length > 0 && <JobStatus jobs={status.failing_jobs} />}
            <AppLink to="/dashboard/super-admin/jobs" color="accent.fg">
              <Trans>All jobs</Trans>
            </AppLink>
          </Stack>
        )}
      </Card.Body>
    </Card.Root>
  );
}

const minutesSince = (moment: string | null) => (moment ? (Date.now() - Date.parse(moment)) / 60_000 : 0);

function MailStatus({ mail }: Pick<ServiceStatus, 'mail'>) {
  const retry = useCommand(retryMails, {
    invalidates: ['overview'],
    onSuccess: ({ retried }) =>
      toaster.success({ title: plural(retried, { one: 'Sending # email again', other: 'Sending # emails again' }) }),
    onError: (error) => toaster.error(failureMessage(error, t`The emails could not be sent again`)),
  });
  const isStuck = mail.failed > 0 || minutesSince(mail.oldest_waiting) > 10;
  return (
    <Stack gap="1">
      <HStack gap="3">
        <Text fontWeight="600">
          <Trans>Email</Trans>
        </Text>
        <Badge colorPalette={isStuck ? 'red' : 'green'}>{isStuck ? t`Needs attention` : t`Working`}</Badge>
      </HStack>
      <Text color="fg.muted">
        {mail.last_sent ? t`Last sent ${formatDateTime(mail.last_sent)}.` : t`None sent in the last 30 days.`}{' '}
        <Trans>
          {mail.waiting} waiting, {mail.failed} failed.
        </Trans>
      </Text>
      {mail.perhaps_sent > 0 && (
        <Text fontSize="sm">
          <Plural
            value={mail.perhaps_sent}
            one="# email was interrupted and sent once more: it was perhaps sent twice."
            other="# emails were interrupted and sent once more: they were perhaps sent twice."
          />
        </Text>
      )}
      {mail.last_error && (
        <Text fontSize="sm" overflowWrap="anywhere">
          <Trans>Last error: {mail.last_error}</Trans>
        </Text>
      )}
      {mail.failed > 0 && (
        <>
          <FailedMails />
          <Allowed to="mail:retry">
            <Button alignSelf="flex-start" size="xs" variant="outline" disabled={retry.isRunning} onClick={() => void retry.run(undefined)}>
              <Trans>Send all again</Trans>
            </Button>
          </Allowed>
        </>
      )}
    </Stack>
  );
}

function PaymentStatus({ status }: { status: ServiceStatus }) {
  return (
    <Stack gap="1">
      <HStack gap="3" wrap="wrap">
        <Text fontWeight="600">
          <Trans>Payments</Trans>
        </Text>
        {status.payments.length === 0 && (
          <Badge colorPalette="red">
            <Trans>No provider configured</Trans>
          </Badge>
        )}
        {status.payments.map(({ method }) => (
          <Badge key={method} colorPalette="green">
            {method === 'card' ? t`Cards are configured` : t`${paymentMethodLabel(method)} is configured`}
          </Badge>
        ))}
      </HStack>
      <Text color="fg.muted">
        {status.last_payment ? t`Last order paid ${formatDateTime(status.last_payment)}.` : t`No orders paid in the last 90 days.`}{' '}
        <Plural value={status.open_attempts} one="# payment in progress." other="# payments in progress." />
      </Text>
    </Stack>
  );
}

function JobStatus({ jobs }: { jobs: ServiceStatus['failing_jobs'] }) {
  return (
    <Stack gap="1">
      <HStack gap="3">
        <Text fontWeight="600">
          <Trans>Scheduled work</Trans>
        </Text>
        <Badge colorPalette="red">
          <Trans>Needs attention</Trans>
        </Badge>
      </HStack>
      <Text color="fg.muted">
        <Plural
          value={jobs.length}
          one="# piece of work failed. It is tried again by itself."
          other="# pieces of work failed. They are tried again by themselves."
        />
      </Text>
      {jobs.map(({ job, subject, reason, next_try_at: nextTryAt }) => (
        <Text key={`${job} ${subject}`} fontSize="sm" overflowWrap="anywhere">
          <Trans>
            {jobLabel(job)}: {reason} Next try {formatDateTime(nextTryAt)}.
          </Trans>
        </Text>
      ))}
    </Stack>
  );
}

/** Schools that near the emails they may send in a day, and how many networks have used up theirs. */
function MailBudgets({ budgets, networks }: { budgets: ServiceStatus['mail_budgets']; networks: number }) {
  return (
    <Stack gap="1">
      <Text fontWeight="600">
        <Trans>Today’s limits of emails</Trans>
      </Text>
      {budgets.map(({ school_id: id, school, sent, refused, most }) => (
        <Text key={id} fontSize="sm" overflowWrap="anywhere" color={refused > 0 ? 'danger.fg' : 'fg.muted'}>
          <Trans>
            {school}: {formatNumber(sent)} of {formatNumber(most)} sent, {formatNumber(refused)} refused.
          </Trans>
        </Text>
      ))}
      {networks > 0 && (
        <Text fontSize="sm" color="danger.fg">
          <Plural
            value={networks}
            one="# network has used up its emails of today."
            other="# networks have used up their emails of today."
          />
        </Text>
      )}
    </Stack>
  );
}
