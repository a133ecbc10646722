import { z } from 'zod';
import { useCommand, useQuery } from '@masomo/data';
import { getSiteContacts, saveSiteContacts, siteSettingKeys, type SiteContacts as Contacts } from '@masomo/data/siteContacts';
import { Card, ErrorState, Heading, SimpleGrid, SkeletonText, Stack } from '@masomo/design-system';
import { FormError, SubmitButton, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { toaster } from '@masomo/design-system/overlays';

const email = z.email('Enter an email address like info@school.ac.ke');
const contactsSchema = z.object({
  phone: z.string().trim().min(7, 'Enter a phone number').max(30, 'Use at most 30 characters'),
  email, salesEmail: email, supportEmail: email,
  address: z.string().trim().min(1, 'Enter the address').max(400, 'Use at most 400 characters'),
});

/** How visitors reach the company; every page of the site shows it. */
export function SiteContacts() {
  const { data: contacts, error, reload } = useQuery(siteSettingKeys.contacts(), getSiteContacts, { revalidateOnFocus: false });
  return (
    <Card.Root>
      <Card.Header><Heading as="h2" size="md">Contacts of the site</Heading></Card.Header>
      <Card.Body>
        {error && <ErrorState error={error} onRetry={reload} />}
        {!error && !contacts && <SkeletonText noOfLines={5} gap="4" />}
        {contacts && <ContactsForm contacts={contacts} />}
      </Card.Body>
    </Card.Root>
  );
}

function ContactsForm({ contacts }: { contacts: Contacts }) {
  const save = useCommand(saveSiteContacts, { invalidates: ['settings'], onSuccess: () => toaster.success({ title: 'Contacts saved. Visitors see them within seconds.' }) });
  const { register, handleSubmit, formState: { errors } } = useForm({
    resolver: zodResolver(contactsSchema),
    defaultValues: { phone: contacts.phone, email: contacts.email, salesEmail: contacts.salesEmail, supportEmail: contacts.supportEmail, address: contacts.addressLines.join('\n') },
  });
  return (
    <form
      aria-label="Contacts of the site" noValidate
      onSubmit={handleSubmit(({ address, ...fields }) => save.run({ ...contacts, ...fields, addressLines: address.split('\n').map((line) => line.trim()).filter(Boolean) }))}
    >
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <TextField label="Phone" type="tel" required error={errors.phone?.message} {...register('phone')} />
          <TextField label="Email" type="email" required error={errors.email?.message} {...register('email')} />
          <TextField label="Sales email" type="email" required error={errors.salesEmail?.message} {...register('salesEmail')} />
          <TextField label="Support email" type="email" required error={errors.supportEmail?.message} {...register('supportEmail')} />
        </SimpleGrid>
        <TextAreaField label="Address" rows={3} required helpText="One line each" error={errors.address?.message} {...register('address')} />
        <FormError>{save.error?.message}</FormError>
        <SubmitButton alignSelf="flex-start" isBusy={save.isRunning} busyLabel="Saving...">Save contacts</SubmitButton>
      </Stack>
    </form>
  );
}
