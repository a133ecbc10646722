import { useState } from 'react';
import { Card, Container, Heading, HStack, SimpleGrid, Stack } from '@masomo/design-system';
import {
  CheckboxField,
  Fieldset,
  FormError,
  PasswordField,
  SearchInput,
  SelectField,
  SubmitButton,
  SwitchField,
  TextAreaField,
  TextField,
} from '@masomo/design-system/forms';

const roles = ['Teacher', 'Principal', 'Bursar'];

export function FormsPage() {
  const [search, setSearch] = useState('Green');
  return (
    <Container as="main" maxW="5xl" py="10">
      <Heading as="h1" size="2xl" mb="6">
        Forms
      </Heading>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="8">
        <Card.Root>
          <Card.Body>
            <Stack gap="5">
              <TextField label="Full name" required autoComplete="name" defaultValue="Wanjiru Kamau" />
              <TextField
                label="Email"
                type="email"
                required
                error="Enter an email address like name@school.ac.ke"
                helpText="We answer within a day."
                defaultValue="wanjiru"
              />
              <SelectField label="Role" required placeholder="Choose your role" options={roles} />
              <TextAreaField label="Message" placeholder="What would you like to see?" helpText="Up to 2,000 characters." />
              <PasswordField label="Password" autoComplete="new-password" helpText="At least 12 characters." defaultValue="correct horse" />
              <CheckboxField label="I agree to the terms" required defaultChecked />
              <CheckboxField label="Send me news" error="Choose one" helpText="At most once a month." />
              <SwitchField label="Maintenance" defaultChecked helpText="Visitors see a notice." />
              <SwitchField label="Sign-ups" />
              <HStack>
                <SubmitButton isBusy={false} busyLabel="Sending…">
                  Send message
                </SubmitButton>
                <SubmitButton isBusy busyLabel="Sending…">
                  Send
                </SubmitButton>
              </HStack>
            </Stack>
          </Card.Body>
        </Card.Root>
        <Stack gap="5">
          <FormError title="This was not sent">The server cannot be reached. Check your connection and try again.</FormError>
          <SearchInput label="Search schools" value={search} onValueChange={setSearch} />
          <SearchInput label="Search users" placeholder="Name, email or phone" value="" onValueChange={setSearch} />
          <TextField label="Read only" readOnly value="ORD-2026-0007" />
          <TextField label="Disabled" disabled value="Not now" />
          <SelectField label="Disabled choice" disabled options={roles} />
          <CheckboxField label="Disabled tick" disabled checked readOnly />
          <Fieldset.Root>
            <Fieldset.Legend>Payment</Fieldset.Legend>
            <Fieldset.Content>
              <CheckboxField label="M-Pesa" defaultChecked />
              <CheckboxField label="Bank transfer" />
            </Fieldset.Content>
          </Fieldset.Root>
        </Stack>
      </SimpleGrid>
    </Container>
  );
}
