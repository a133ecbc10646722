import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, Card, Center, Heading, Text } from '@masomo/design-system';

type OutletCardProps = { title: string; number: string; children: ReactNode; icon?: ReactNode; onRetry: () => void };

/** Shown in place of a remote that is slow or failed; the rest of the site keeps working. */
export function OutletCard({ title, number, children, icon, onRetry }: OutletCardProps) {
  return (
    <Center py="16" px="4">
      <Card.Root role="alert" maxW="lg" w="full">
        <Card.Body gap="3">
          {icon}
          <Heading as="h2" size="lg">
            {title}
          </Heading>
          <Text color="fg.muted">{children}</Text>
          <Text fontSize="sm" color="fg.muted">
            <Trans>
              If this keeps happening, give support this number:{' '}
              <Text as="strong" color="fg">
                {number}
              </Text>
            </Trans>
          </Text>
        </Card.Body>
        <Card.Footer>
          <Button onClick={onRetry}>
            <Trans>Retry</Trans>
          </Button>
        </Card.Footer>
      </Card.Root>
    </Center>
  );
}
