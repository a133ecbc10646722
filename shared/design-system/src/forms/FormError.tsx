import type { ReactNode } from 'react';
import { Alert } from '@chakra-ui/react';

/** Error message of a whole form. Renders nothing without a message. */
export function FormError({ title, children }: { title?: string; children?: ReactNode }) {
  if (!children) return null;
  return (
    <Alert.Root status="error" role="alert">
      <Alert.Indicator />
      <Alert.Content>
        {title && <Alert.Title>{title}</Alert.Title>}
        <Alert.Description>{children}</Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
