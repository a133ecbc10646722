import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import { Box, Button, Stack } from '@masomo/design-system';
import { FormError, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { asFailed, outcomeTitle, type DataError } from '@masomo/data';

const lookupSchema = z.object({
  number: z
    .string()
    .trim()
    .min(1, t`Enter the order number, like ORD-2026-101`)
    .max(40, t`An order number is shorter, like ORD-2026-101`),
  email: z.email(t`Enter an email address like name@school.ac.ke`),
});
export type OrderLookup = z.infer<typeof lookupSchema>;

type Props = {
  /** The order's number; without it the form has a field for it. */
  number?: string;
  email?: string | undefined;
  error?: DataError | undefined;
  onLookup: (lookup: OrderLookup) => void;
};

const notFoundMessage = t`No order has this number and this email address. Check both in your confirmation email.`;

/** Asks for the proof of ownership of an order: its number and the email address it was placed with. */
export function OrderLookupForm({ number, email = '', error, onLookup }: Props) {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(lookupSchema), defaultValues: { number: number ?? '', email } });
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(onLookup)(event)}>
      <Stack gap="4" maxW="md">
        <FormError title={outcomeTitle(error && asFailed(error), t`The order could not be shown`)}>
          {error?.kind === 'not-found' ? notFoundMessage : error?.userMessage}
        </FormError>
        {number === undefined && (
          <TextField
            label={t`Order number`}
            required
            autoComplete="off"
            autoCapitalize="characters"
            helpText={t`It is in your confirmation email.`}
            error={errors.number?.message}
            {...register('number')}
          />
        )}
        <TextField label={t`Email`} type="email" required autoComplete="email" error={errors.email?.message} {...register('email')} />
        <Box>
          <Button type="submit">
            <Trans>Show order</Trans>
          </Button>
        </Box>
      </Stack>
    </form>
  );
}
