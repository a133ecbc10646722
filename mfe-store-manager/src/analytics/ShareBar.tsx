import { Flex, Stack, Text } from '@masomo/design-system';
import { Bar } from './Bar.tsx';
import { Definition } from './Definition.tsx';

type ShareBarProps = {
  label: string;
  /** The formatted value beside the label. */
  value: string;
  /** Fill of the bar in percent. */
  share: number;
  definition?: string;
};

/** A labelled bar in a list of shares. */
export function ShareBar({ label, value, share, definition }: ShareBarProps) {
  return (
    <Stack as="li" gap="1.5">
      <Flex justify="space-between" gap="3" textStyle="sm">
        <Text fontWeight="550">
          {label}
          {definition && <Definition of={label}>{definition}</Definition>}
        </Text>
        <Text color="fg.muted" textAlign="end">
          {value}
        </Text>
      </Flex>
      <Bar share={share} />
    </Stack>
  );
}
