import { AppLink, Card, Heading, Stack, Text } from '@masomo/design-system';

/** Where else something is decided. */
export function LinkListCard({ title, ways }: { title: string; ways: readonly { to: string; label: string; text: string }[] }) {
  return (
    <Card.Root as="nav" aria-label={title}>
      <Card.Header>
        <Heading as="h2" size="md">
          {title}
        </Heading>
      </Card.Header>
      <Card.Body>
        <Stack as="ul" listStyleType="none" ps="0" gap="3">
          {ways.map(({ to, label, text }) => (
            <li key={to}>
              <AppLink to={to} color="accent.fg" fontWeight="600">
                {label}
              </AppLink>
              <Text fontSize="sm" color="fg.muted">
                {text}
              </Text>
            </li>
          ))}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
