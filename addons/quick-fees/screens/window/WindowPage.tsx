import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useSession } from '@masomo/auth';
import type { QuickReceipt } from '../../data/quickFees.ts';
import { Grid, Stack } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { FeesStep } from './FeesStep.tsx';
import { focusField } from './focusField.ts';
import { PayStep } from './PayStep.tsx';
import { SearchStep } from './SearchStep.tsx';
import { useDraft } from '../shared/useDraft.ts';
import { ReceiptCard } from '../shared/ReceiptCard.tsx';
import { QuickFeesNav } from '../shared/QuickFeesNav.tsx';
import { useModule } from '@masomo/remote/useModule';
import { quickFeesFeature } from '../shared/quickFeesHome.ts';

/** The window: find the students, check the fees, take the money. Enter leads from one step to the next. */
export function WindowPage() {
  const { isReadOnly } = useModule(quickFeesFeature);
  const { user } = useSession();
  return (
    <>
      <PageHeader
        title={t`Quick Fees`}
        description={t`Type a name or an admission number and press Enter. Press Enter with the search empty to go to the fees, then to the payment.`}
      />
      <QuickFeesNav current="" />
      {user && !isReadOnly && <Counter owner={user.id} />}
    </>
  );
}

function Counter({ owner }: { owner: string }) {
  const { draft, add, setAmount, remove, restart } = useDraft(owner);
  const [receipt, setReceipt] = useState<QuickReceipt>();
  if (receipt)
    return (
      <ReceiptCard
        receipt={receipt}
        onNext={() => {
          setReceipt(undefined);
          focusField('fee-search');
        }}
      />
    );
  return (
    <Grid templateColumns={{ base: '1fr', lg: '1.5fr 1fr' }} gap="6" alignItems="start">
      <Stack gap="6" minW="0">
        <SearchStep
          onAdd={({ id, balance }) => add(id, balance)}
          onNext={() => draft.lines[0] && focusField(`amount-${draft.lines[0].studentId}`)}
        />
        <FeesStep lines={draft.lines} onAdd={add} onAmount={setAmount} onRemove={remove} onNext={() => focusField('fee-reference')} />
      </Stack>
      <PayStep
        key={draft.id}
        draft={draft}
        onTaken={(taken) => {
          restart();
          setReceipt(taken);
        }}
        onRestart={() => {
          restart();
          focusField('fee-search');
        }}
      />
    </Grid>
  );
}
