import { Flex, SimpleGrid, Skeleton } from '@chakra-ui/react';

/** Placeholder of one field: `isHalf` shares a row where there is space, `hasHelp` adds a line of help, `lines` makes it a text area. */
export type FieldShape = { isHalf?: boolean; hasHelp?: boolean; lines?: number };

type FormSkeletonProps = {
  fields: readonly FieldShape[];
  /** Gap of the form, in spacing units. */ gap?: '4' | '5';
  /** Breakpoint from which half fields share a row. */ from?: 'sm' | 'md';
  hasButton?: boolean;
};

const lineHeight = 24;
const areaPadding = 18;

/** Placeholders with the height of the form's fields and button, so the layout does not shift when the values arrive. */
export function FormSkeleton({ fields, gap = '4', from = 'md', hasButton = true }: FormSkeletonProps) {
  return (
    <SimpleGrid columns={{ base: 1, [from]: 2 }} gap={gap} aria-hidden>
      {fields.map(({ isHalf, hasHelp, lines }, place) => (
        <Flex key={place} direction="column" gap="1.5" gridColumn={isHalf ? undefined : '1 / -1'}>
          <Flex h="22px" align="center">
            <Skeleton h="3.5" w="24" />
          </Flex>
          <Skeleton h={lines ? `${lines * lineHeight + areaPadding}px` : '10'} />
          {hasHelp && (
            <Flex h="4" align="center">
              <Skeleton h="3" w="48" />
            </Flex>
          )}
        </Flex>
      ))}
      {hasButton && <Skeleton h="46px" w="32" gridColumn="1 / -1" />}
    </SimpleGrid>
  );
}
