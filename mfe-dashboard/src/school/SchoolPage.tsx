import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { getSchool, listTerms, schoolKeys } from '@masomo/data/schools';
import { Card, EmptyState, ErrorState, Heading, SkeletonText, Stack, Table } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { formatDay } from '../shared/days.ts';
import { SchoolForm } from './SchoolForm.tsx';

/** The administrator's own school: how it is reached, and its terms. */
export function SchoolPage() {
  const { user } = useSession();
  const id = user?.schoolId ?? null;
  const { data: school, error, reload } = useQuery(id ? schoolKeys.one(id) : null, (db) => getSchool(db, id ?? ''));
  const { data: terms } = useQuery(id ? schoolKeys.terms(id) : null, (db) => listTerms(db, id ?? ''));
  return (
    <Stack gap="6" maxW="3xl">
      <PageHeader title="School" description="Your school's profile and terms." />
      <Card.Root>
        <Card.Body>
          {error && <ErrorState error={error} onRetry={reload} />}
          {!error && !school && <SkeletonText noOfLines={6} gap="4" />}
          {school && <SchoolForm school={school} />}
        </Card.Body>
      </Card.Root>
      <Card.Root as="section" aria-labelledby="terms">
        <Card.Header><Heading as="h2" size="md" id="terms">Terms</Heading></Card.Header>
        <Card.Body>
          {!terms && <SkeletonText noOfLines={3} />}
          {terms?.length === 0 && <EmptyState title="No terms yet">The terms of the school year appear here.</EmptyState>}
          {terms && terms.length > 0 && (
            <Table.Root size="sm" aria-label="Terms">
              <Table.Header><Table.Row><Table.ColumnHeader>Term</Table.ColumnHeader><Table.ColumnHeader>Starts</Table.ColumnHeader><Table.ColumnHeader>Ends</Table.ColumnHeader></Table.Row></Table.Header>
              <Table.Body>
                {terms.map((term) => <Table.Row key={term.id}><Table.Cell>{term.name}</Table.Cell><Table.Cell>{formatDay(term.startsOn)}</Table.Cell><Table.Cell>{formatDay(term.endsOn)}</Table.Cell></Table.Row>)}
              </Table.Body>
            </Table.Root>
          )}
        </Card.Body>
      </Card.Root>
    </Stack>
  );
}
