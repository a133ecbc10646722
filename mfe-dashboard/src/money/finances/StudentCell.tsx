import { AppLink, Box, Text } from '@masomo/design-system';

type StudentCellProps = { id: string; listedName: string; admissionNumber: string; className: string };

/** The student of a row of the finances, with the way to their account. */
export function StudentCell({ id, listedName, admissionNumber, className }: StudentCellProps) {
  return (
    <Box>
      <AppLink to={`/dashboard/finances/${id}`} fontWeight="600">
        {listedName}
      </AppLink>
      <Text fontSize="sm" color="fg.muted">
        {admissionNumber}
        {className && ` · ${className}`}
      </Text>
    </Box>
  );
}
