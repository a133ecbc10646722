import { t } from '@lingui/core/macro';
import { Box, Button, SimpleGrid, Text } from '@masomo/design-system';

type Side = { value: string; action: string; onChoose: () => void };

type ConflictChoiceProps = {
  /** What both are about, such as a student and a day. */
  title: string;
  /** What this person typed. */
  own: Side;
  /** What the server has by now, with who wrote it and when. */
  other: Side & { by: string };
};

/** Two people wrote the same thing: both values side by side, and nothing is overwritten until one is chosen. */
export function ConflictChoice({ title, own, other }: ConflictChoiceProps) {
  return (
    <Box role="alert" borderWidth="1px" borderColor="border.error" borderRadius="lg" bg="bg.panel" px="4" py="3">
      <Text fontWeight="600" mb="2">
        {title}
      </Text>
      <SimpleGrid columns={2} gap="3">
        <Choice heading={t`You`} {...own} />
        <Choice heading={other.by} {...other} />
      </SimpleGrid>
    </Box>
  );
}

function Choice({ heading, value, action, onChoose }: Side & { heading: string }) {
  return (
    <Box borderWidth="1px" borderRadius="md" p="3">
      <Text fontSize="sm" color="fg.muted">
        {heading}
      </Text>
      <Text fontWeight="600" mb="2" overflowWrap="anywhere">
        {value}
      </Text>
      <Button size="sm" variant="outline" onClick={onChoose}>
        {action}
      </Button>
    </Box>
  );
}
