import { t } from '@lingui/core/macro';
import { Box, Flex, Text } from '@masomo/design-system';
import type { CheckoutStep } from './useCheckout.ts';

const steps = [
  { step: 'details', label: t`Details` },
  { step: 'payment', label: t`Payment` },
  { step: 'success', label: t`Done` },
] as const;

/** Progress of the checkout. */
export function StepList({ current }: { current: CheckoutStep }) {
  const position = steps.findIndex(({ step }) => step === (current === 'paying' ? 'payment' : current));
  return (
    <Flex as="ol" gap="2" listStyleType="none" aria-label={t`Steps`}>
      {steps.map(({ step, label }, index) => (
        <Box as="li" key={step} flex="1" aria-current={index === position ? 'step' : undefined}>
          <Box height="1" borderRadius="full" bg={index <= position ? 'accent.solid' : 'bg.muted'} />
          <Text fontSize="sm" mt="1" color={index <= position ? 'fg' : 'fg.muted'} fontWeight={index === position ? '600' : '400'}>
            {label}
          </Text>
        </Box>
      ))}
    </Flex>
  );
}
