import type { ReactNode } from 'react';
import { Box, HStack, Skeleton, Text } from '@chakra-ui/react';

export type StatCardProps = { label: string; value: ReactNode; isLoading?: boolean; icon?: ReactNode; /** Change or explanation, one line. */ hint?: ReactNode };

/** One figure with its name. */
export function StatCard({ label, value, isLoading = false, icon, hint }: StatCardProps) {
  return (
    <Box bg="bg.panel" borderWidth="1px" borderRadius="lg" p="5">
      <HStack justify="space-between" color="fg.muted"><Text fontSize="sm">{label}</Text>{icon}</HStack>
      {isLoading ? <Skeleton h="8" w="24" mt="2" /> : <Text fontSize="2xl" fontWeight="700" letterSpacing="-0.02em" mt="1" fontVariantNumeric="tabular-nums">{value}</Text>}
      {hint && <Text fontSize="xs" color="fg.muted" mt="1">{hint}</Text>}
    </Box>
  );
}
