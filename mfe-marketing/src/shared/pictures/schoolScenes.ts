import { msg } from '@lingui/core/macro';
import classroom480 from './classroom-480.webp';
import classroom960 from './classroom-960.webp';
import library480 from './library-480.webp';
import library960 from './library-960.webp';
import schoolGrounds480 from './school-grounds-480.webp';
import schoolGrounds960 from './school-grounds-960.webp';
import schoolOffice480 from './school-office-480.webp';
import schoolOffice960 from './school-office-960.webp';
import { sources } from './sources.ts';

/** Illustrations of a school, 8 by 5; the description is the accessible name. */
export const schoolScenes = {
  classroom: {
    srcSet: sources(classroom480, classroom960, 480),
    description: msg`A teacher at the blackboard explains fractions to her class`,
  },
  grounds: {
    srcSet: sources(schoolGrounds480, schoolGrounds960, 480),
    description: msg`Students in the school yard, the flag raised beside the classrooms`,
  },
  library: {
    srcSet: sources(library480, library960, 480),
    description: msg`Two students read at a table between full bookshelves`,
  },
  office: {
    srcSet: sources(schoolOffice480, schoolOffice960, 480),
    description: msg`A desk in the school office with the term calendar and this week’s figures on the screen`,
  },
} as const;
