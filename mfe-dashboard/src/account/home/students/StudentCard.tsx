import type { ReactNode } from 'react';
import type { QueryResult } from '@masomo/data';
import { Card, ErrorState, Heading, SkeletonText } from '@masomo/design-system';
import { opening } from '../../../shared/inOrder.ts';

type StudentCardProps<T> = {
  id: string;
  title: string;
  query: Pick<QueryResult<T>, 'data' | 'error' | 'reload'>;
  children: (data: T) => ReactNode;
};

/** One card about a student with its pending and error states. */
export function StudentCard<T>({ id, title, query: { data, error, reload }, children }: StudentCardProps<T>) {
  return (
    <Card.Root as="section" aria-labelledby={id} {...(data === undefined && !error ? opening : {})}>
      <Card.Header>
        <Heading as="h3" size="md" id={id}>
          {title}
        </Heading>
      </Card.Header>
      <Card.Body>
        {data === undefined ? (
          error ? (
            <ErrorState error={error} onRetry={reload} />
          ) : (
            <SkeletonText noOfLines={4} gap="3" />
          )
        ) : (
          children(data)
        )}
      </Card.Body>
    </Card.Root>
  );
}
