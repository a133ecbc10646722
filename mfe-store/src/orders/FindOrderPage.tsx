import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Container, Heading, Stack, Text } from '@masomo/design-system';
import { useNavigate } from '@masomo/navigation';
import { findOrderTitle, orderPath } from '../shared/storePaths.ts';
import { useDocumentTitle } from '../shared/useDocumentTitle.ts';
import { OrderLookupForm } from './OrderLookupForm.tsx';

/** Finds the order page for a buyer who has lost its link. */
export function FindOrderPage() {
  const navigate = useNavigate();
  useDocumentTitle(t(findOrderTitle));
  return (
    <Container maxW="3xl" py={{ base: '10', md: '16' }}>
      <Stack gap="6">
        <Heading as="h1" size="3xl">
          {t(findOrderTitle)}
        </Heading>
        <Text color="fg.muted">
          <Trans>See an order’s status, pay for it, and download its receipt and licence keys.</Trans>
        </Text>
        <OrderLookupForm onLookup={({ number, email }) => void navigate(orderPath(number.toUpperCase()), { state: { email } })} />
      </Stack>
    </Container>
  );
}
