import { z } from 'zod';
import { Box, Button, Stack } from '@masomo/design-system';
import { FormError, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import type { DataError } from '@masomo/data';

const lookupSchema = z.object({ email: z.email('Enter an email address like name@school.ac.ke') });

type Props = { email: string | undefined; error: DataError | undefined; onLookup: (email: string) => void };

const notFound = 'No order has this number and this email address. Check both: they stand in the confirmation email.';

/** Asks for the email address an order was placed with. */
export function OrderLookupForm({ email = '', error, onLookup }: Props) {
  const { register, handleSubmit, formState: { errors } } = useForm({ resolver: zodResolver(lookupSchema), defaultValues: { email } });
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((entered) => onLookup(entered.email))(event)}>
      <Stack gap="4" maxW="md">
        <FormError title="The order could not be shown">{error?.kind === 'not-found' ? notFound : error?.message}</FormError>
        <TextField label="Email" type="email" required autoComplete="email" error={errors.email?.message} {...register('email')} />
        <Box><Button type="submit">Show order</Button></Box>
      </Stack>
    </form>
  );
}
