import type { ReactNode } from 'react';
import { Box, chakra, Heading } from '@chakra-ui/react';

const Frame = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
    w: 'full',
    px: '4',
    py: { base: '12', md: '16' },
  },
});

/** Layout of empty and error states: icon, title, text and action, centred in the space of the list or page. */
export function StateFrame({
  icon,
  tone,
  title,
  children,
  action,
  role,
}: {
  icon?: ReactNode;
  tone: 'gray' | 'danger';
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  role?: 'alert';
}) {
  return (
    <Frame role={role}>
      {icon && (
        <Box
          aria-hidden
          display="grid"
          placeItems="center"
          boxSize="12"
          mb="4"
          borderRadius="l3"
          bg={`${tone}.subtle`}
          color={`${tone}.fg`}
          css={{ '& > svg': { boxSize: '1.5rem' } }}
        >
          {icon}
        </Box>
      )}
      <Heading as="h2" size="lg">
        {title}
      </Heading>
      {children && (
        <Box color="fg.muted" maxW="48ch" mt="1.5" textStyle="sm" textWrap="pretty">
          {children}
        </Box>
      )}
      {action && <Box mt="5">{action}</Box>}
    </Frame>
  );
}
