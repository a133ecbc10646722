import { Skeleton, Table } from '@chakra-ui/react';

const widths = ['70%', '55%', '40%', '60%', '45%'];

/** Placeholder rows with the height of the data, so the layout does not shift when it arrives. */
export function SkeletonRows({ columns, rows }: { columns: number; rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <Table.Row key={row} role="row" aria-hidden>
      {Array.from({ length: columns }, (_cell, column) => (
        <Table.Cell key={column} role="cell">
          <Skeleton h="3.5" minW="10" w={widths[(row + column) % widths.length]} />
        </Table.Cell>
      ))}
    </Table.Row>
  ));
}
