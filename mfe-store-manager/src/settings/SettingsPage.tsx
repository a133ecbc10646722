import { z } from 'zod';
import { useCommand, useQuery } from '@masomo/data';
import { bankKeys, getBankDetails, saveBankDetails, type BankDetails } from '@masomo/data/bankAccount';
import { Card, ErrorState, Heading, SimpleGrid, SkeletonText, Stack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { FormError, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { toaster } from '@masomo/design-system/overlays';

const line = (what: string) => z.string().trim().min(1, `Enter ${what}`).max(120, 'Use at most 120 characters');
const bankSchema = z.object({
  bankName: line('the bank'), branch: line('the branch'), accountName: line('the name of the account'), accountNumber: line('the account number'), swift: line('the SWIFT code'),
  validDays: z.coerce.number<string>('Enter a number of days').int('Use whole days').min(1, 'At least one day').max(90, 'At most 90 days'),
});

/** How the store is paid. */
export function SettingsPage() {
  const { data: bank, error, reload } = useQuery(bankKeys.details(), getBankDetails, { revalidateOnFocus: false });
  return (
    <Stack gap="6" maxW="3xl">
      <PageHeader title="Settings" description="How the store is paid." />
      <Card.Root>
        <Card.Header>
          <Heading as="h2" size="md">Bank transfer</Heading>
          <Text color="fg.muted" fontSize="sm">Every proforma invoice names this account.</Text>
        </Card.Header>
        <Card.Body>
          {error && <ErrorState error={error} onRetry={reload} />}
          {!error && !bank && <SkeletonText noOfLines={6} gap="4" />}
          {bank && <BankForm bank={bank} />}
        </Card.Body>
      </Card.Root>
    </Stack>
  );
}

function BankForm({ bank }: { bank: BankDetails }) {
  const save = useCommand(saveBankDetails, { invalidates: ['settings'], onSuccess: () => toaster.success({ title: 'Bank details saved' }) });
  const { register, handleSubmit, formState: { errors } } = useForm({
    resolver: zodResolver(bankSchema),
    defaultValues: { bankName: bank.bankName, branch: bank.branch, accountName: bank.accountName, accountNumber: bank.accountNumber, swift: bank.swift, validDays: String(bank.validDays) },
  });
  return (
    <form aria-label="Bank transfer" noValidate onSubmit={handleSubmit((fields) => save.run(fields))}>
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <TextField label="Bank" required error={errors.bankName?.message} {...register('bankName')} />
          <TextField label="Branch" required error={errors.branch?.message} {...register('branch')} />
          <TextField label="Account name" required error={errors.accountName?.message} {...register('accountName')} />
          <TextField label="Account number" required error={errors.accountNumber?.message} {...register('accountNumber')} />
          <TextField label="SWIFT code" required error={errors.swift?.message} {...register('swift')} />
          <TextField label="Days a proforma stands" inputMode="numeric" required error={errors.validDays?.message} {...register('validDays')} />
        </SimpleGrid>
        <FormError>{save.error?.message}</FormError>
        <SubmitButton alignSelf="flex-start" isBusy={save.isRunning} busyLabel="Saving...">Save bank details</SubmitButton>
      </Stack>
    </form>
  );
}
