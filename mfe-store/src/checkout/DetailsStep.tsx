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
  /** Message of the last refusal. */
  refusal: string | undefined;
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
        <FormError title="Your last order was not placed">{refusal}</FormError>
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5">
          <TextField label="First name" required autoComplete="given-name" error={errors.firstName?.message} {...register('firstName')} />
          <TextField label="Last name" required autoComplete="family-name" error={errors.lastName?.message} {...register('lastName')} />
          <TextField
            label="Email"
            type="email"
            required
            autoComplete="email"
            helpText="Your order confirmation goes here."
            error={errors.email?.message}
            {...register('email')}
          />
          <TextField label="Phone" type="tel" required autoComplete="tel" error={errors.phone?.message} {...register('phone')} />
        </SimpleGrid>
        <TextField
          label="Institution"
          required
          autoComplete="organization"
          error={errors.institution?.message}
          {...register('institution')}
        />
        <TextField
          label="Billing address"
          autoComplete="street-address"
          error={errors.billingAddress?.message}
          {...register('billingAddress')}
        />
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5">
          <TextField label="City" autoComplete="address-level2" error={errors.city?.message} {...register('city')} />
          <SelectField label="Country" options={billingCountries} error={errors.country?.message} {...register('country')} />
        </SimpleGrid>
        <PaymentMethodField methods={methods} amount={amount} form={form} />
        <Flex justify="space-between" align="center" gap="3" wrap="wrap">
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
          <HStack gap="4" ms="auto">
            <Text fontWeight="600" fontVariantNumeric="tabular-nums">
              {total}
            </Text>
            <Button type="submit" size="lg">
              Continue to payment
            </Button>
          </HStack>
        </Flex>
      </Stack>
    </form>
  );
}
