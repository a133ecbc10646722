import type { ReactNode } from 'react';
import { Flex } from '@chakra-ui/react';

/** A row of filters and actions above a list; fields with a label above and those without share one line. */
export function Toolbar({ children }: { children: ReactNode }) {
  return (
    <Flex gap="3" align="flex-end" wrap="wrap" mb="4">
      {children}
    </Flex>
  );
}
