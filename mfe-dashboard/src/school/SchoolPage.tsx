import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { currentTerm, getSchool, listTerms, schoolKeys, type Term } from '@masomo/data/schools';
import { Badge, Button, Card, EmptyState, ErrorState, Heading, HStack, SkeletonText, Stack, Table } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { formatDay, today } from '../shared/days.ts';
import { SchoolForm } from './SchoolForm.tsx';
import { TermDialog } from './TermDialog.tsx';

/** The administrator's own school: how it is reached, and its terms. */
export function SchoolPage() {
  const { user } = useSession();
  const id = user?.schoolId ?? null;
  const { data: school, error, reload } = useQuery(id ? schoolKeys.one(id) : null, (db) => getSchool(db, id ?? ''));
  const { data: terms, error: termsError, reload: reloadTerms } = useQuery(id ? schoolKeys.terms(id) : null, (db) => listTerms(db, id ?? ''));
  const [edited, setEdited] = useState<Term | 'new'>();
  const current = terms && currentTerm(terms, today());
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
        <Card.Header><HStack justify="space-between"><Heading as="h2" size="md" id="terms">Terms</Heading><Button size="xs" variant="outline" onClick={() => setEdited('new')}>Add term</Button></HStack></Card.Header>
        <Card.Body>
          {termsError && !terms && <ErrorState error={termsError} onRetry={reloadTerms} />}
          {!termsError && !terms && <SkeletonText noOfLines={3} />}
          {terms?.length === 0 && <EmptyState title="No terms yet">Add the first term; fees and marks belong to one.</EmptyState>}
          {terms && terms.length > 0 && (
            <Table.Root size="sm" aria-label="Terms">
              <Table.Header><Table.Row><Table.ColumnHeader>Term</Table.ColumnHeader><Table.ColumnHeader>Starts</Table.ColumnHeader><Table.ColumnHeader>Ends</Table.ColumnHeader><Table.ColumnHeader aria-label="Actions" /></Table.Row></Table.Header>
              <Table.Body>
                {terms.map((term) => <Table.Row key={term.id}><Table.Cell>{term.name} {term.id === current?.id && <Badge colorPalette="green">Current</Badge>}</Table.Cell><Table.Cell>{formatDay(term.startsOn)}</Table.Cell><Table.Cell>{formatDay(term.endsOn)}</Table.Cell><Table.Cell textAlign="end"><Button size="xs" variant="outline" aria-label={`Edit ${term.name}`} onClick={() => setEdited(term)}>Edit</Button></Table.Cell></Table.Row>)}
              </Table.Body>
            </Table.Root>
          )}
        </Card.Body>
      </Card.Root>
      {edited && <TermDialog {...(edited === 'new' ? {} : { term: edited })} onClose={() => setEdited(undefined)} />}
    </Stack>
  );
}
