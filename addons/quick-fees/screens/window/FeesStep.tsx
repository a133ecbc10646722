import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useQuery } from '@masomo/data';
import { getPayerAccounts, quickFeeKeys, type PayerAccount } from '../../data/quickFees.ts';
import { formatDate } from '@masomo/domain/time';
import { Box, Button, Card, ErrorState, Heading, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/forms';
import type { Draft } from '../shared/draftStore.ts';
import { focusField } from './focusField.ts';
import { formatBalance, formatShillings, parseShillings } from '../shared/money.ts';

type FeesStepProps = {
  lines: Draft['lines'];
  onAdd: (studentId: string, balance: number) => void;
  onAmount: (studentId: string, amount: string) => void;
  onRemove: (studentId: string) => void;
  onNext: () => void;
};

/** Step 2: what each child owes, and how much is paid for it now. The oldest fee is paid first. */
export function FeesStep({ lines, onAdd, onAmount, onRemove, onNext }: FeesStepProps) {
  const ids = lines.map(({ studentId }) => studentId);
  const {
    data: accounts,
    error,
    reload,
  } = useQuery(ids.length > 0 ? quickFeeKeys.accounts(ids) : null, (db) => getPayerAccounts(db, ids), {
    keepPreviousData: true,
  });
  const siblings = new Map(
    (accounts ?? [])
      .flatMap((account) => account.siblings)
      .filter(({ id }) => !ids.includes(id))
      .map((sibling) => [sibling.id, sibling]),
  );
  if (lines.length === 0)
    return (
      <FeesCard>
        <Text color="fg.muted">
          <Trans>Choose the students to pay for. Children of one family can share a receipt.</Trans>
        </Text>
      </FeesCard>
    );
  return (
    <FeesCard>
      {error && !accounts && <ErrorState error={error} onRetry={reload} />}
      <Stack as="ul" listStyleType="none" gap="5">
        {lines.map((line, index) => (
          <Payer
            key={line.studentId}
            account={accounts?.find(({ id }) => id === line.studentId)}
            line={line}
            onAmount={onAmount}
            onRemove={onRemove}
            onEnter={() => {
              const next = lines[index + 1];
              if (next) focusField(`amount-${next.studentId}`);
              else onNext();
            }}
          />
        ))}
      </Stack>
      {siblings.size > 0 && (
        <HStack gap="2" wrap="wrap" mt="5">
          <Text fontSize="sm" color="fg.muted">
            <Trans>Same guardian:</Trans>
          </Text>
          {[...siblings.values()].map(({ id, name, balance }) => (
            <Button key={id} size="xs" variant="outline" onClick={() => onAdd(id, balance)}>
              {t`Add ${name}`}
            </Button>
          ))}
        </HStack>
      )}
    </FeesCard>
  );
}

const FeesCard = ({ children }: { children: ReactNode }) => (
  <Card.Root as="section" aria-labelledby="step-fees">
    <Card.Header>
      <Heading as="h2" size="md" id="step-fees">
        <Trans>2. Fees</Trans>
      </Heading>
    </Card.Header>
    <Card.Body>{children}</Card.Body>
  </Card.Root>
);

type PayerProps = Pick<FeesStepProps, 'onAmount' | 'onRemove'> & {
  account: PayerAccount | undefined;
  line: Draft['lines'][number];
  onEnter: () => void;
};

function Payer({ account, line, onAmount, onRemove, onEnter }: PayerProps) {
  if (!account) return <SkeletonText as="li" noOfLines={2} />;
  const { name, balance, fees } = account;
  const amount = parseShillings(line.amount);
  const ahead = amount === null ? 0 : amount - Math.max(balance, 0);
  return (
    <HStack as="li" align="flex-start" justify="space-between" gap="4" wrap="wrap">
      <Box flex="1 1 14rem" minW="0">
        <Text fontWeight="600">{name}</Text>
        <Text fontSize="sm" color="fg.muted">
          {[account.admission_number, account.class_name, t`Balance: ${formatBalance(balance)}`].filter(Boolean).join(' · ')}
        </Text>
        <Box as="ul" listStyleType="none" fontSize="sm" mt="1">
          {fees.map((fee, index) => (
            <li key={index}>{t`${fee.name}, due ${formatDate(fee.due_on)}: ${formatShillings(fee.amount)}`}</li>
          ))}
        </Box>
        {ahead > 0 && (
          <Text fontSize="sm" color="fg.warning">
            {t`${formatShillings(ahead)} will be in credit.`}
          </Text>
        )}
      </Box>
      <HStack align="flex-end" gap="2">
        <Box w="36">
          <TextField
            id={`amount-${line.studentId}`}
            label={t`Amount`}
            aria-label={t`Amount for ${name}`}
            inputMode="numeric"
            autoComplete="off"
            value={line.amount}
            error={line.amount.trim() !== '' && !amount ? t`Whole shillings, such as 1,500` : undefined}
            onChange={(event) => onAmount(line.studentId, event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              onEnter();
            }}
          />
        </Box>
        <Button size="sm" variant="ghost" aria-label={t`Remove ${name}`} onClick={() => onRemove(line.studentId)}>
          <span aria-hidden>×</span>
        </Button>
      </HStack>
    </HStack>
  );
}
