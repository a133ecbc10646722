import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@masomo/data';
import { gateKeys, listOwnGateCards, type OwnGateCard } from '../../data/qrAttendance.ts';
import { Box, Button, Card, EmptyState, ErrorState, HStack, Skeleton, Stack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';

const CardCode = lazy(async () => ({ default: (await import('./CardCode.tsx')).CardCode }));
const codeSize = '64';

/** For families and students: the code that a student can show at the gate instead of a printed card. */
export function CodesPage() {
  return (
    <>
      <PageHeader title={t`Code for the gate`} description={t`Show it at the gate on a phone, in place of the printed card.`} />
      <Codes />
    </>
  );
}

function Codes() {
  const { data: cards, error, reload } = useQuery(gateKeys.own(), listOwnGateCards);
  if (!cards && error) return <ErrorState error={error} onRetry={reload} />;
  if (!cards) return <Skeleton height="32" />;
  if (cards.length === 0)
    return (
      <EmptyState title={t`No code yet`}>
        <Trans>The code appears here once the school has issued a card.</Trans>
      </EmptyState>
    );
  return (
    <Stack gap="4">
      {cards.map((card) => (
        <StudentCode key={card.id} card={card} isAlone={cards.length === 1} />
      ))}
    </Stack>
  );
}

/** A student's code; of several students it is shown on a press, so that the reader sees one at a time. */
function StudentCode({ card: { code, name, number }, isAlone }: { card: OwnGateCard; isAlone: boolean }) {
  const [isShown, setShown] = useState(isAlone);
  return (
    <Card.Root as="section" aria-label={name}>
      <Card.Body gap="4">
        <HStack justify="space-between" wrap="wrap" gap="3">
          <Box>
            <Text fontWeight="600">{name}</Text>
            <Text fontSize="sm" color="fg.muted">
              {number}
            </Text>
          </Box>
          <Button
            size="sm"
            variant="outline"
            aria-expanded={isShown}
            aria-label={isShown ? t`Hide code: ${name}` : t`Show code: ${name}`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? t`Hide code` : t`Show code`}
          </Button>
        </HStack>
        {isShown && (
          <Suspense fallback={<Skeleton boxSize={codeSize} alignSelf="center" />}>
            <CardCode code={code} label={t`Code of ${name}`} size={codeSize} />
          </Suspense>
        )}
      </Card.Body>
    </Card.Root>
  );
}
