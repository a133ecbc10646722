import type { ReactNode } from 'react';
import { AppLink, Box, SimpleGrid, Text } from '@masomo/design-system';
import type { PlacedLesson } from './lessonTimes.ts';

type LessonLineProps<L> = {
  lessons: readonly PlacedLesson<L>[];
  /** Under the subject, such as class and room. */
  detail: (lesson: L) => string;
  /** Where a press leads, if anywhere. */
  to?: (lesson: L) => string;
  note?: (placed: PlacedLesson<L>) => ReactNode;
};

const looks: Record<PlacedLesson<unknown>['state'], object> = {
  over: { bg: 'bg.subtle', color: 'fg.muted' },
  now: { bg: 'accent.subtle', borderColor: 'accent.solid' },
  next: {},
  later: {},
};
const box = { display: 'block', px: '3', py: '2', borderWidth: '1px', borderRadius: 'l2' } as const;

/** The lessons of a day in their order: over, now and to come. */
export function LessonLine<L extends { id: string; starts_at: string; ends_at: string; subject: string }>({
  lessons,
  detail,
  to,
  note,
}: LessonLineProps<L>) {
  return (
    <SimpleGrid as="ol" listStyleType="none" templateColumns="repeat(auto-fill, minmax(9.5rem, 1fr))" gap="2">
      {lessons.map((placed) => {
        const { lesson, state } = placed;
        const current = state === 'now' ? ({ 'aria-current': 'time' } as const) : {};
        const content = (
          <>
            <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
              {lesson.starts_at} – {lesson.ends_at}
            </Text>
            <Text textStyle="sm" fontWeight="550" overflowWrap="anywhere">
              {lesson.subject}
            </Text>
            <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
              {detail(lesson)}
            </Text>
            {note?.(placed)}
          </>
        );
        return (
          <li key={lesson.id}>
            {to ? (
              <AppLink
                to={to(lesson)}
                {...box}
                {...looks[state]}
                {...current}
                _hover={{ textDecoration: 'none', borderColor: 'border.control' }}
              >
                {content}
              </AppLink>
            ) : (
              <Box {...box} {...looks[state]} {...current}>
                {content}
              </Box>
            )}
          </li>
        );
      })}
    </SimpleGrid>
  );
}
