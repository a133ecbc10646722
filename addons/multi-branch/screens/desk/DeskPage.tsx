import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { students } from '@masomo/data/people/personSources';
import { newId } from '@masomo/domain/secureContext';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, Button, Card, EmptyState, ErrorState, Heading, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { PersonPicker } from '@masomo/remote/PersonPicker';
import { useModule } from '@masomo/remote/useModule';
import { branchKeys, getFamilyAccount, type FamilyReceipt } from '../../data/branches.ts';
import { BranchNav } from '../shared/BranchNav.tsx';
import { branchFeature, formatShillings } from '../shared/branchHome.ts';
import { FamilyPaymentForm } from './FamilyPaymentForm.tsx';
import { methodLabel } from './methodLabels.ts';

/** The receipt alone is printed. */
const offPaper = { '@media print': { display: 'none' } };

/** One payment of a family for all branches where it has children. */
export function DeskPage() {
  const { isReadOnly } = useModule(branchFeature);
  const [studentId, setStudentId] = useState('');
  const [receiptId, setReceiptId] = useState(newId);
  const [receipt, setReceipt] = useState<FamilyReceipt>();
  return (
    <>
      <Box css={offPaper}>
        <PageHeader
          title={t`Family fees`}
          description={t`Find a child of the family. What it owes at other branches is paid at this desk too, on one receipt.`}
        />
        <BranchNav current="/desk" />
      </Box>
      {receipt ? (
        <Receipt
          receipt={receipt}
          onNext={() => {
            setReceipt(undefined);
            setStudentId('');
            setReceiptId(newId());
          }}
        />
      ) : (
        <Stack gap="6" maxW="3xl">
          <PersonPicker
            label={t`Student`}
            source={students}
            value={studentId}
            onChoose={(student) => {
              setStudentId(student?.id ?? '');
              setReceiptId(newId());
            }}
          />
          {studentId ? (
            <Family key={studentId} studentId={studentId} receiptId={receiptId} isReadOnly={isReadOnly} onTaken={setReceipt} />
          ) : (
            <EmptyState title={t`No family chosen`}>
              <Trans>Children of one guardian are found over all branches by the guardian’s account, or by name and phone.</Trans>
            </EmptyState>
          )}
        </Stack>
      )}
    </>
  );
}

type FamilyProps = { studentId: string; receiptId: string; isReadOnly: boolean; onTaken: (receipt: FamilyReceipt) => void };

function Family({ studentId, ...form }: FamilyProps) {
  const { data, error, reload } = useQuery(branchKeys.account(studentId), (db) => getFamilyAccount(db, studentId));
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (data === undefined) return <SkeletonText noOfLines={4} />;
  if (data === null) return <EmptyState title={t`You cannot see the fees of this student`} />;
  return <FamilyPaymentForm account={data} studentId={studentId} {...form} />;
}

function Receipt({ receipt, onNext }: { receipt: FamilyReceipt; onNext: () => void }) {
  return (
    <Card.Root as="section" aria-label={t`Receipt ${receipt.receipt_number}`} maxW="2xl">
      <Card.Header>
        <Heading as="h2" size="lg">{t`Receipt ${receipt.receipt_number}`}</Heading>
        <Text color="fg.muted" overflowWrap="anywhere">
          {[receipt.school, formatDate(receipt.paid_on), methodLabel(receipt.method), receipt.reference].filter(Boolean).join(' · ')}
        </Text>
      </Card.Header>
      <Card.Body>
        <Stack gap="4">
          {receipt.parts.map((part, index) => (
            <HStack key={index} justify="space-between" gap="4">
              <span>
                {part.student ? `${part.student} · ${part.branch}` : part.branch} {part.is_reversed && <Badge>{t`Reversed`}</Badge>}
              </span>
              <Text whiteSpace="nowrap">{formatShillings(part.amount)}</Text>
            </HStack>
          ))}
          <HStack justify="space-between" fontSize="xl" fontWeight="700">
            <span>{t`Total`}</span>
            <span>{formatShillings(receipt.amount)}</span>
          </HStack>
          {receipt.taken_by && <Text color="fg.muted">{t`Received by ${receipt.taken_by}`}</Text>}
          <HStack gap="3" wrap="wrap" css={offPaper}>
            <Button autoFocus onClick={onNext}>
              <Trans>Next</Trans>
            </Button>
            <Button variant="outline" onClick={() => window.print()}>
              <Trans>Print</Trans>
            </Button>
          </HStack>
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
