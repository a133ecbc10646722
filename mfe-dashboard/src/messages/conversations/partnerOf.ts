import { t } from '@lingui/core/macro';
import type { Conversation } from '@masomo/data/messages/conversations';

/** With whom the reader talks; both sides for who oversees it. */
export function partnerOf({ side, guardian, teacher }: Pick<Conversation, 'side' | 'guardian' | 'teacher'>): string {
  if (side === 'overseer') return t`${guardian} and ${teacher}`;
  return side === 'teacher' ? guardian : teacher;
}
