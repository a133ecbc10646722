import { useId } from 'react';
import { ArrowDownIcon, ArrowUpIcon, Trash2Icon } from 'lucide-react';
import { Box, Button, Flex, HStack, IconButton, Stack, Text } from '@masomo/design-system';
import { CheckboxField, FormError, TextField, useFieldArray, type UseFormReturn } from '@masomo/design-system/forms';
import { buttonIn, fieldIn, useFocusAfter } from '../shared/useFocusAfter.ts';
import type { PlanForm } from './planForm.ts';

/** The lines of a plan's card in their order; one that is not included is shown struck off. */
export function PlanFeatures({
  form: {
    control,
    register,
    formState: { errors },
  },
}: {
  form: UseFormReturn<PlanForm>;
}) {
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'features' });
  const id = useId();
  const line = (at: number) => `${id}-${at}`;
  const focusAfter = useFocusAfter(fields.map((field) => field.id).join(' '));
  const move = (at: number, to: number) => {
    const steps = ['up', 'down'].map((way) => buttonIn(line(to), `Move feature ${to + 1} ${way}`));
    focusAfter(...(to < at ? steps : steps.toReversed()));
    swap(at, to);
  };
  const take = (at: number) => {
    focusAfter(fieldIn(line(at)), fieldIn(line(at - 1)), buttonIn(id));
    remove(at);
  };
  const add = () => {
    focusAfter(fieldIn(line(fields.length)));
    append({ text: '', included: true }, { shouldFocus: false });
  };
  return (
    <Stack as="section" aria-label="Features" id={id} gap="3">
      <Text textStyle="sm" fontWeight="550">
        Features
      </Text>
      <FormError>{errors.features?.message ?? errors.features?.root?.message}</FormError>
      {fields.map((field, at) => {
        const name = `Feature ${at + 1}`;
        return (
          <Flex
            key={field.id}
            id={line(at)}
            tabIndex={-1}
            gap="3"
            align={{ base: 'stretch', md: 'flex-start' }}
            direction={{ base: 'column', md: 'row' }}
          >
            <Box flex="1">
              <TextField label={name} error={errors.features?.[at]?.text?.message} {...register(`features.${at}.text`)} />
            </Box>
            <HStack gap="1" mt={{ md: '7' }} minH="9">
              <Box me="2">
                <CheckboxField label="Included" aria-label={`${name} is included`} {...register(`features.${at}.included`)} />
              </Box>
              <IconButton
                size="sm"
                variant="ghost"
                aria-label={`Move feature ${at + 1} up`}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <ArrowUpIcon size={16} />
              </IconButton>
              <IconButton
                size="sm"
                variant="ghost"
                aria-label={`Move feature ${at + 1} down`}
                disabled={at === fields.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDownIcon size={16} />
              </IconButton>
              <IconButton size="sm" variant="ghost" aria-label={`Remove feature ${at + 1}`} onClick={() => take(at)}>
                <Trash2Icon size={16} />
              </IconButton>
            </HStack>
          </Flex>
        );
      })}
      <Box>
        <Button size="sm" variant="outline" disabled={fields.length >= 30} onClick={add}>
          Add feature
        </Button>
      </Box>
    </Stack>
  );
}
