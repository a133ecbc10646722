import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { ArrowDownIcon, ArrowUpIcon, Trash2Icon } from 'lucide-react';
import { Box, Button, Flex, HStack, IconButton, Stack, Text } from '@masomo/design-system';
import { CheckboxField, FormError, TextField, useFieldArray, type UseFormReturn } from '@masomo/design-system/forms';
import { buttonIn, fieldIn, useFocusAfter } from '../shared/useFocusAfter.ts';
import type { PlanForm } from './planForm.ts';

/** The bullets of a plan's card; one that is not included is shown struck through. */
export function PlanBullets({
  form: {
    control,
    register,
    formState: { errors },
  },
}: {
  form: UseFormReturn<PlanForm>;
}) {
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'bullets' });
  const id = useId();
  const rowId = (index: number) => `${id}-${index}`;
  const focusAfter = useFocusAfter(fields.map((field) => field.id).join(' '));
  const moveBullet = (index: number, to: number) => {
    const steps = ['up', 'down'].map((way) => buttonIn(rowId(to), t`Move feature ${to + 1} ${way}`));
    focusAfter(...(to < index ? steps : steps.toReversed()));
    swap(index, to);
  };
  const removeBullet = (index: number) => {
    focusAfter(fieldIn(rowId(index)), fieldIn(rowId(index - 1)), buttonIn(id));
    remove(index);
  };
  const add = () => {
    focusAfter(fieldIn(rowId(fields.length)));
    append({ text: '', included: true, isPartlyReady: false }, { shouldFocus: false });
  };
  return (
    <Stack as="section" aria-label={t`Features`} id={id} gap="3">
      <Text textStyle="sm" fontWeight="550">
        <Trans>Features</Trans>
      </Text>
      <FormError>{errors.bullets?.message ?? errors.bullets?.root?.message}</FormError>
      {fields.map((field, index) => {
        const name = t`Feature ${index + 1}`;
        return (
          <Flex
            key={field.id}
            id={rowId(index)}
            tabIndex={-1}
            gap="3"
            align={{ base: 'stretch', md: 'flex-start' }}
            direction={{ base: 'column', md: 'row' }}
          >
            <Box flex="1">
              <TextField label={name} error={errors.bullets?.[index]?.text?.message} {...register(`bullets.${index}.text`)} />
            </Box>
            <HStack gap="1" mt={{ md: '7' }} minH="9">
              <Box me="2">
                <CheckboxField label={t`Included`} aria-label={t`${name} is included`} {...register(`bullets.${index}.included`)} />
              </Box>
              <Box me="2">
                <CheckboxField
                  label={t`Partly ready`}
                  aria-label={t`${name} is partly in preparation`}
                  {...register(`bullets.${index}.isPartlyReady`)}
                />
              </Box>
              <IconButton
                size="sm"
                variant="ghost"
                aria-label={t`Move feature ${index + 1} up`}
                disabled={index === 0}
                onClick={() => moveBullet(index, index - 1)}
              >
                <ArrowUpIcon size={16} />
              </IconButton>
              <IconButton
                size="sm"
                variant="ghost"
                aria-label={t`Move feature ${index + 1} down`}
                disabled={index === fields.length - 1}
                onClick={() => moveBullet(index, index + 1)}
              >
                <ArrowDownIcon size={16} />
              </IconButton>
              <IconButton size="sm" variant="ghost" aria-label={t`Remove feature ${index + 1}`} onClick={() => removeBullet(index)}>
                <Trash2Icon size={16} />
              </IconButton>
            </HStack>
          </Flex>
        );
      })}
      <Box>
        <Button size="sm" variant="outline" disabled={fields.length >= 30} onClick={add}>
          <Trans>Add feature</Trans>
        </Button>
      </Box>
    </Stack>
  );
}
