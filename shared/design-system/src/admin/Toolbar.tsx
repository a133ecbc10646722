import type { ReactNode } from 'react';
import { Flex } from '@chakra-ui/react';

/** A row of filters and actions above a list; fields with a label above and those without share one line. */
export function Toolbar({ children }: { children: ReactNode }) {
  return (
    <Flex gap="2" align="center" wrap="wrap" mb="3">
      {children}
    </Flex>
  );
}
