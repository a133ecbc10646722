import { AppLink, Card, Heading, Stack, Text } from '@masomo/design-system';

/** Links to settings on other screens. */
export function LinkListCard({ title, links }: { title: string; links: readonly { to: string; label: string; text: string }[] }) {
  return (
    <Card.Root as="nav" aria-label={title}>
      <Card.Header>
        <Heading as="h2" size="md">
          {title}
        </Heading>
      </Card.Header>
      <Card.Body>
        <Stack as="ul" listStyleType="none" ps="0" gap="3">
          {links.map(({ to, label, text }) => (
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
