import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ButtonProps } from '@masomo/design-system';
import { PaperButton } from '@masomo/remote/PaperButton';

type CardsButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'disabled' | 'aria-label'> & {
  of: { class_id?: string; student_id?: string; staff?: boolean };
  /** The only card to print. */
  card?: string;
  fileName: string;
  children: ReactNode;
};

/** Downloads sheets of cards. */
export function CardsButton({ of, card, ...button }: CardsButtonProps) {
  return (
    <PaperButton
      {...button}
      paper={{ paper: 'cards', source: 'gate_roster', of, ...(card ? { card } : {}) }}
      failure={t`The cards could not be printed`}
    />
  );
}
