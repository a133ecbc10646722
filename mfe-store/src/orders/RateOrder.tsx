import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type SubmitEvent } from 'react';
import { useCommand } from '@masomo/data';
import { rateOrder, type BuyerOrder } from '@masomo/data/store/checkout';
import { Alert, Box, Button, Heading, SegmentedToggle, Stack, Text } from '@masomo/design-system';
import { FormError, SubmitButton, TextAreaField } from '@masomo/design-system/forms';
import type { BuyerProof } from './useBuyerOrder.ts';

const stars = ['1', '2', '3', '4', '5'] as const;

/** How satisfied the buyer of a completed order is, once or changed later. */
export function RateOrder({ order, proof, onRated }: { order: BuyerOrder; proof: BuyerProof; onRated: () => Promise<unknown> }) {
  const [chosen, setChosen] = useState<(typeof stars)[number]>('5');
  const [comment, setComment] = useState('');
  const [isChanging, setIsChanging] = useState(false);
  const rate = useCommand(rateOrder, {
    onSuccess: async () => {
      await onRated();
      setIsChanging(false);
    },
  });
  if (order.rating !== null && !isChanging)
    return (
      <Alert.Root status="success" role="status">
        <Alert.Indicator />
        <Alert.Content>
          <Alert.Title>
            <Trans>Thank you for your rating</Trans>
          </Alert.Title>
          <Alert.Description>
            {plural(order.rating, { one: 'You gave # star of five.', other: 'You gave # stars of five.' })}
          </Alert.Description>
        </Alert.Content>
        <Button size="xs" variant="outline" onClick={() => setIsChanging(true)}>
          <Trans>Change</Trans>
        </Button>
      </Alert.Root>
    );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void rate.run({ orderNumber: order.orderNumber, ...proof, rating: Number(chosen), comment });
  };
  return (
    <Box as="section" aria-labelledby="rating" borderWidth="1px" borderRadius="lg" p="4">
      <form noValidate aria-labelledby="rating" onSubmit={submit}>
        <Stack gap="4" align="flex-start">
          <Stack gap="1">
            <Heading as="h2" size="md" id="rating">
              <Trans>How satisfied are you with this order?</Trans>
            </Heading>
            <Text color="fg.muted" fontSize="sm">
              <Trans>One star is not at all, five stars are completely.</Trans>
            </Text>
          </Stack>
          <FormError>{rate.error?.userMessage}</FormError>
          <SegmentedToggle
            label={t`Stars`}
            options={stars.map((value) => ({ value, label: `${value} ★` }))}
            value={chosen}
            onChange={setChosen}
          />
          <TextAreaField
            label={t`What could be better?`}
            maxLength={1000}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          <SubmitButton isBusy={rate.isRunning} busyLabel={t`Sending...`}>
            <Trans>Send rating</Trans>
          </SubmitButton>
        </Stack>
      </form>
    </Box>
  );
}
