import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AppLink, Box, Card, Heading, Text } from '@masomo/design-system';

type HeadPreviewProps = { name: string; motto: string; address: string; city: string; phone: string; email: string };

/** What is typed, as families read it at the head of papers and printed lists. */
export function HeadPreview({ name, motto, address, city, phone, email }: HeadPreviewProps) {
  const place = [address, city].filter(Boolean).join(', ');
  return (
    <Card.Root as="section" aria-labelledby="head-preview" position={{ xl: 'sticky' }} top={{ xl: '6' }}>
      <Card.Header>
        <Heading as="h2" size="md" id="head-preview">
          <Trans>On papers and lists</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        <Box bg="white" color="black" borderWidth="1px" borderRadius="l2" p="4" htmlTranslate="no">
          <Text fontWeight="700" overflowWrap="anywhere">
            {name}
          </Text>
          {motto && <Text fontSize="xs">{motto}</Text>}
          <Text fontSize="xs" overflowWrap="anywhere">
            {[place, phone, email].filter(Boolean).join(' · ')}
          </Text>
        </Box>
        <Text fontSize="sm" color="fg.muted" mt="3">
          <AppLink to="/dashboard/school/papers" color="accent.fg">
            {t`Change crest, colour and signature`}
          </AppLink>
        </Text>
      </Card.Body>
    </Card.Root>
  );
}
