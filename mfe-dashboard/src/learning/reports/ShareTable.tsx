import { Card, Heading, Text } from '@masomo/design-system';
import { BarTable, type BarRow } from '@masomo/remote/BarTable';

type ShareTableProps = { title: string; nameHeader: string; figureHeader: string; rows: readonly BarRow[]; limit?: number; empty: string };

/** Values by name, in a card. */
export function ShareTable({ empty, ...table }: ShareTableProps) {
  return (
    <Card.Root as="section" aria-label={table.title} minW="0">
      <Card.Header>
        <Heading as="h2" size="md">
          {table.title}
        </Heading>
      </Card.Header>
      <Card.Body>{table.rows.length === 0 ? <Text color="fg.muted">{empty}</Text> : <BarTable {...table} />}</Card.Body>
    </Card.Root>
  );
}
