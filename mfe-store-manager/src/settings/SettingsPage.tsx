import { t } from '@lingui/core/macro';
import { Stack } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { EmailTemplatesCard } from './EmailTemplatesCard.tsx';
import { MailBudgetCard } from './MailBudgetCard.tsx';
import { NoticePeriodsCard } from './NoticePeriodsCard.tsx';
import { PaymentsCard } from './PaymentsCard.tsx';
import { TaxCard } from './TaxCard.tsx';

/** Settings of the store: payments, tax, notice periods, email templates and limits; each group is saved on its own. */
export function SettingsPage() {
  return (
    <>
      <PageHeader title={t`Settings`} description={t`Payments, tax and emails of the store.`} />
      <Stack gap="6" maxW="5xl">
        <PaymentsCard />
        <TaxCard />
        <NoticePeriodsCard />
        <EmailTemplatesCard />
        <MailBudgetCard />
      </Stack>
    </>
  );
}
