import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { outcomeTitle, type DataError } from '@masomo/data';
import { Button, Flex, HStack, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { FormError, SelectField, TextField, type UseFormReturn } from '@masomo/design-system/forms';
import { billingCountries, type PaymentMethod } from '@masomo/domain/orders';
import type { CheckoutDetails } from './checkoutDetails.ts';
import { PaymentMethodField } from './PaymentMethodField.tsx';

type Props = {
  form: UseFormReturn<CheckoutDetails>;
  methods: readonly PaymentMethod[];
  onSubmit: (details: CheckoutDetails) => void;
  onCancel: () => void;
  /** Why the last order was refused. */
  refusal: DataError | undefined;
  /** Order total in whole shillings. */
  amount: number;
  /** Order total formatted in the visitor's currency. */
  total: string;
};

/** First step: buyer and payment method. */
export function DetailsStep({ form, methods, onSubmit, onCancel, refusal, amount, total }: Props) {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = form;
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <Stack gap="5">
        <FormError title={outcomeTitle(refusal, t`Your last order was not placed`)}>{refusal?.userMessage}</FormError>
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5">
          <TextField
            label={t`First name`}
            required
            autoComplete="given-name"
            error={errors.firstName?.message}
            {...register('firstName')}
          />
          <TextField label={t`Last name`} autoComplete="family-name" error={errors.lastName?.message} {...register('lastName')} />
          <TextField
            label={t`Email`}
            type="email"
            required
            autoComplete="email"
            helpText={t`We send the order confirmation here.`}
            error={errors.email?.message}
            {...register('email')}
          />
          <TextField label={t`Phone`} type="tel" required autoComplete="tel" error={errors.phone?.message} {...register('phone')} />
        </SimpleGrid>
        <TextField
          label={t`Institution`}
          required
          autoComplete="organization"
          error={errors.institution?.message}
          {...register('institution')}
        />
        <TextField
          label={t`Billing address`}
          autoComplete="street-address"
          error={errors.billingAddress?.message}
          {...register('billingAddress')}
        />
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5">
          <TextField label={t`City`} autoComplete="address-level2" error={errors.city?.message} {...register('city')} />
          <SelectField
            label={t`Country`}
            options={billingCountries.map((value) => ({ value, label: value === 'Other' ? t`Other` : value }))}
            error={errors.country?.message}
            {...register('country')}
          />
        </SimpleGrid>
        <TextField
          label={t`KRA PIN`}
          autoComplete="off"
          autoCapitalize="characters"
          helpText={t`Only if you need it on the tax invoice.`}
          error={errors.kraPin?.message}
          {...register('kraPin')}
        />
        <PaymentMethodField methods={methods} amount={amount} form={form} />
        <Flex justify="space-between" align="center" gap="3" wrap="wrap">
          <Button variant="ghost" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <HStack gap="4" ms="auto">
            <Text fontWeight="600" fontVariantNumeric="tabular-nums">
              {total}
            </Text>
            <Button type="submit" size="lg">
              <Trans>Continue to payment</Trans>
            </Button>
          </HStack>
        </Flex>
      </Stack>
    </form>
  );
}
