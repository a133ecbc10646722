import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { consentKeys, decideConsent, listConsents, type Consent } from '@masomo/data/people/consents';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, Button, Card, ErrorState, Flex, Heading, HStack, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { opening } from '../inOrder.ts';

type Decision = Consent['decisions'][number];

/** What each guardian of a student has allowed. A guardian decides for themselves; the office enters signed forms. */
export function ConsentsCard({ studentId, isOffice }: { studentId: string; isOffice: boolean }) {
  const { data: consents, error, reload } = useQuery(consentKeys.of(studentId), (db) => listConsents(db, studentId));
  const decide = useCommand(decideConsent, {
    invalidates: ['consents'],
    onSuccess: () => toaster.success({ title: t`Decision saved` }),
    onError: (failure) => toaster.error(failureMessage(failure, t`The decision was not saved`)),
  });
  const decideFor = (purpose: string, { guardian_id: guardianId }: Decision, isGiven: boolean) =>
    void decide.run({ studentId, purpose, isGiven, ...(isOffice ? { guardianId } : {}) });
  const hasGuardians = consents?.some(({ decisions }) => decisions.length > 0);
  return (
    <Card.Root as="section" aria-labelledby="consents" {...(!consents && !error ? opening : {})}>
      <Card.Header>
        <Heading as={isOffice ? 'h2' : 'h3'} size="md" id="consents">
          <Trans>Consents</Trans>
        </Heading>
        <Card.Description>
          {isOffice
            ? t`What guardians have allowed. Where they differ, one refusal is enough.`
            : t`You decide for yourself and can change it at any time. Where guardians differ, one refusal is enough.`}
        </Card.Description>
      </Card.Header>
      <Card.Body>
        {error && !consents && <ErrorState error={error} onRetry={reload} />}
        {!error && !consents && <SkeletonText noOfLines={4} gap="3" />}
        {consents && !hasGuardians && (
          <Text color="fg.muted">
            <Trans>Add a guardian first; guardians decide about their children.</Trans>
          </Text>
        )}
        {hasGuardians && (
          <Stack as="ul" listStyleType="none" ps="0" gap="5">
            {consents?.map((consent) => (
              <Box as="li" key={consent.purpose}>
                <HStack gap="2" wrap="wrap">
                  <Text fontWeight="600" lang={consent.lang}>
                    {consent.name}
                  </Text>
                  <StateBadge isAllowed={consent.is_allowed} />
                </HStack>
                <Text fontSize="sm" color="fg.muted" lang={consent.lang}>
                  {consent.statement}
                </Text>
                <Stack gap="2" mt="2">
                  {consent.decisions.map((decision) => (
                    <DecisionRow
                      key={decision.guardian_id}
                      consent={consent}
                      decision={decision}
                      showsName={isOffice}
                      isBusy={decide.isRunning}
                      onDecide={(isGiven) => decideFor(consent.purpose, decision, isGiven)}
                    />
                  ))}
                </Stack>
              </Box>
            ))}
          </Stack>
        )}
      </Card.Body>
    </Card.Root>
  );
}

function StateBadge({ isAllowed }: { isAllowed: boolean | null }) {
  if (isAllowed === null)
    return (
      <Badge>
        <Trans>Not decided</Trans>
      </Badge>
    );
  return isAllowed ? (
    <Badge colorPalette="green">
      <Trans>Allowed</Trans>
    </Badge>
  ) : (
    <Badge colorPalette="red">
      <Trans>Not allowed</Trans>
    </Badge>
  );
}

type DecisionRowProps = {
  consent: Consent;
  decision: Decision;
  showsName: boolean;
  isBusy: boolean;
  onDecide: (isGiven: boolean) => void;
};

function DecisionRow({ consent, decision, showsName, isBusy, onDecide }: DecisionRowProps) {
  const { guardian } = decision;
  return (
    <Flex justify="space-between" align="center" gap="3" wrap="wrap">
      <Text fontSize="sm" minW="0">
        {showsName ? `${guardian}: ${decisionText(decision)}` : decisionText(decision)}
      </Text>
      <HStack gap="1">
        {decision.is_given !== true && (
          <Button
            size="xs"
            variant="outline"
            disabled={isBusy}
            aria-label={showsName ? t`Allow for ${guardian}: ${consent.name}` : t`Allow: ${consent.name}`}
            onClick={() => onDecide(true)}
          >
            <Trans>Allow</Trans>
          </Button>
        )}
        {decision.is_given !== false && (
          <Button
            size="xs"
            variant="ghost"
            disabled={isBusy}
            aria-label={refusalName(consent.name, decision, showsName)}
            onClick={() => onDecide(false)}
          >
            {decision.is_given ? t`Withdraw` : t`Refuse`}
          </Button>
        )}
      </HStack>
    </Flex>
  );
}

/** Begins with the words on the button, which people who speak to their device say. */
function refusalName(consent: string, { is_given: isGiven, guardian }: Decision, showsName: boolean): string {
  if (showsName) return isGiven ? t`Withdraw for ${guardian}: ${consent}` : t`Refuse for ${guardian}: ${consent}`;
  return isGiven ? t`Withdraw: ${consent}` : t`Refuse: ${consent}`;
}

function decisionText({ is_given: isGiven, decided_at: decidedAt, withdrawn_at: withdrawnAt, recorded_by: recordedBy }: Decision): string {
  if (isGiven === null || decidedAt === null) return t`Not decided yet`;
  const day = formatDate(decidedAt);
  if (isGiven) return recordedBy ? t`Allowed on ${day}, entered by ${recordedBy}` : t`Allowed on ${day}`;
  if (withdrawnAt) return recordedBy ? t`Withdrawn on ${day}, entered by ${recordedBy}` : t`Withdrawn on ${day}`;
  return recordedBy ? t`Refused on ${day}, entered by ${recordedBy}` : t`Refused on ${day}`;
}
