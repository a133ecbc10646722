import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { getPayerAccounts, quickFeeKeys, type PayerAccount } from '../data/quickFees.ts';
import { Button, Card, Heading, HStack, SkeletonText, Text } from '@masomo/design-system';
import { useNavigate } from '@masomo/navigation';
import { formatBalance } from '../screens/shared/money.ts';
import { useModule } from '@masomo/remote/useModule';
import { quickFeesHome, quickFeesFeature } from '../screens/shared/quickFeesHome.ts';
import { useDraft } from '../screens/shared/useDraft.ts';

/** On a student's page: what is owed, and the way to the window with this student on the receipt. */
export function StudentCard({ studentId }: { studentId: string }) {
  const { user } = useSession();
  const { isReadOnly } = useModule(quickFeesFeature);
  const { data, error } = useQuery(quickFeeKeys.accounts([studentId]), (db) => getPayerAccounts(db, [studentId]));
  // A school may leave the window to administrators.
  if (error?.kind === 'not-allowed') return null;
  const account = data?.[0];
  return (
    <Card.Root as="section" aria-label={t`School fees`}>
      <Card.Body>
        <HStack justify="space-between" wrap="wrap" gap="3">
          <Heading as="h2" size="md">
            <Trans>School fees</Trans>
          </Heading>
          {account && user && !isReadOnly && <TakeFees owner={user.id} account={account} />}
        </HStack>
        {account ? (
          <Text color="fg.muted">{t`Balance: ${formatBalance(account.balance)}`}</Text>
        ) : error ? (
          <Text color="fg.muted">{error.userMessage}</Text>
        ) : (
          <SkeletonText noOfLines={1} />
        )}
      </Card.Body>
    </Card.Root>
  );
}

function TakeFees({ owner, account }: { owner: string; account: PayerAccount }) {
  const navigate = useNavigate();
  const { add } = useDraft(owner);
  return (
    <Button
      size="xs"
      variant="outline"
      onClick={() => {
        add(account.id, account.balance);
        void navigate(quickFeesHome);
      }}
    >
      <Trans>Take fees</Trans>
    </Button>
  );
}
