import type { ReactNode } from 'react';
import { Alert } from '@chakra-ui/react';

/** Why a form as a whole was not accepted. Renders nothing without a message. */
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
