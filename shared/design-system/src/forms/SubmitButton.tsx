import { Button, Spinner, type ButtonProps } from '@chakra-ui/react';

export type SubmitButtonProps = Omit<ButtonProps, 'type' | 'loading'> & { isBusy: boolean; busyLabel: string };

/** Sends a form; disabled and relabelled while it is on its way. */
export function SubmitButton({ isBusy, busyLabel, children, disabled, ...button }: SubmitButtonProps) {
  return (
    <Button type="submit" disabled={isBusy || Boolean(disabled)} aria-busy={isBusy} {...button}>
      {isBusy && <Spinner size="sm" aria-hidden />}
      {isBusy ? busyLabel : children}
    </Button>
  );
}
