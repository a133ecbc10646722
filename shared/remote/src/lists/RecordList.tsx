import { Box, Flex, Heading, HStack } from '@masomo/design-system';
import { isWithoutRows, ListExport } from './ListExport.tsx';
import { ListBody } from './ListBody.tsx';
import type { RecordListOptions } from './recordListTypes.ts';
export type { ShownList } from './recordListTypes.ts';
import { useRecordList } from './useRecordList.ts';

export type RecordListProps<Row extends object> = RecordListOptions<Row> & {
  /** Accessible name of the table. */
  label: string;
  /** Titles a part of a screen; its tools are beside it. */
  heading?: string;
  initialSearch?: string;
};

/** A list as a part of a screen or a dialog; a screen that is nothing else is a `ListScreen`. */
export function RecordList<Row extends object>({ label, heading, initialSearch = '', ...options }: RecordListProps<Row>) {
  const list = useRecordList(options, initialSearch);
  const { actions } = options;
  const tools = ((options.export && !isWithoutRows(list.shown)) || actions) && (
    <>
      <ListExport options={options} shown={list.shown} />
      {typeof actions === 'function' ? actions(list.shown) : actions}
    </>
  );
  const body = { label, options, list, initialSearch };
  if (heading === undefined) return <ListBody {...body} tools={tools} />;
  return (
    <Box as="section" aria-label={heading} mt="8">
      <Flex justify="space-between" align="center" gap="3" minH="9" mb="3">
        <Heading as="h2" size="md">
          {heading}
        </Heading>
        <HStack gap="2">{tools}</HStack>
      </Flex>
      <ListBody {...body} />
    </Box>
  );
}
