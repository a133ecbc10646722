import { Button, chakra, Spinner, type ButtonProps } from '@chakra-ui/react';

export type SubmitButtonProps = Omit<ButtonProps, 'type' | 'loading'> & { isBusy: boolean; busyLabel: string };

/** Submit button; disabled and relabelled while the form is being submitted. */
export function SubmitButton({ isBusy, busyLabel, children, disabled, ...button }: SubmitButtonProps) {
  return (
    <Button type="submit" disabled={isBusy || Boolean(disabled)} aria-busy={isBusy} {...button}>
      {isBusy && <Spinner size="sm" aria-hidden />}
      {/* An element of its own: a translating browser takes the place of texts beside others. */}
      <chakra.span display="contents">{isBusy ? busyLabel : children}</chakra.span>
    </Button>
  );
}
