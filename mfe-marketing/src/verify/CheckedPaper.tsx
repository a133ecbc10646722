import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Box, EmptyState, Grid, Heading, SkeletonText, Stack, Text } from '@masomo/design-system';
import type { CheckedPaper as Paper } from '@masomo/data/site/checkedPapers';
import { formatDate } from '@masomo/domain/time';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import { useCheckedPaper } from './useCheckedPaper.ts';

/** What the paper with a code said, and whether it still holds. */
export function CheckedPaper({ code }: { code: string }) {
  const { data: paper, error, isLoading, reload } = useCheckedPaper(code);
  if (isLoading) return <SkeletonText noOfLines={8} gap="4" aria-label={t`Looking for the paper`} />;
  if (error) return <LoadFailure error={error} onRetry={reload} />;
  if (!paper)
    return (
      <EmptyState title={t`No paper has this code`}>
        <Trans>Compare the code with the paper. If it is the same, ask the school: the paper may not be from it.</Trans>
      </EmptyState>
    );
  return (
    <Stack
      as="article"
      aria-label={paper.title}
      gap="5"
      background="bg.panel"
      borderWidth="1px"
      borderColor="border"
      borderRadius="2xl"
      padding={{ base: '5', md: '8' }}
    >
      <Standing paper={paper} />
      <Box>
        <Text color="fg.muted">{paper.school}</Text>
        <Heading as="h2" size="2xl">
          {paper.title}
        </Heading>
        <Text color="fg.muted">{t`Printed on ${formatDate(paper.printedOn)}`}</Text>
      </Box>
      <Box as="dl" borderTopWidth="1px" borderColor="border">
        {paper.facts.map(({ label, value }, index) => (
          <Grid
            key={index}
            templateColumns="minmax(0, 2fr) minmax(0, 3fr)"
            gap="4"
            paddingBlock="2.5"
            borderBottomWidth="1px"
            borderColor="border"
          >
            <Box as="dt" color="fg.muted" overflowWrap="anywhere">
              {label}
            </Box>
            <Box as="dd" fontWeight="600" overflowWrap="anywhere">
              {value}
            </Box>
          </Grid>
        ))}
      </Box>
      <Text color="fg.muted" fontSize="sm">
        <Trans>If a line differs from the paper in your hand, somebody has changed the paper.</Trans>
      </Text>
    </Stack>
  );
}

function Standing({ paper: { state, replacedOn } }: { paper: Paper }) {
  const day = replacedOn === null ? '' : formatDate(replacedOn);
  const { status, title, text } = {
    holds: {
      status: 'success' as const,
      title: t`This paper is genuine and holds`,
      text: t`The school printed it, and nothing has changed since.`,
    },
    changed: {
      status: 'warning' as const,
      title: t`This paper is genuine, but something has changed`,
      text: t`The school has changed its records since. Ask it for a new print.`,
    },
    replaced: {
      status: 'warning' as const,
      title: t`This paper is genuine, but a later one replaces it`,
      text: t`The school printed another one on ${day}. Ask for that one.`,
    },
    withdrawn: {
      status: 'error' as const,
      title: t`The school has taken this back`,
      text: t`The paper is genuine but no longer valid.`,
    },
  }[state];
  return (
    <Alert.Root status={status} role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>{text}</Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
