import { Alert, Button, type ButtonProps } from '@chakra-ui/react';

export type SubmitButtonProps = Omit<ButtonProps, 'type' | 'loading'> & { isBusy: boolean; busyLabel: string };

/** Sends a form; disabled and relabelled while it is on its way. */
export function SubmitButton({ isBusy, busyLabel, children, disabled, ...button }: SubmitButtonProps) {
  return <Button type="submit" disabled={isBusy || Boolean(disabled)} aria-busy={isBusy} {...button}>{isBusy ? busyLabel : children}</Button>;
}

/** Why a form as a whole was not accepted. Renders nothing without a message. */
export function FormError({ title, children }: { title?: string; children?: React.ReactNode }) {
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
