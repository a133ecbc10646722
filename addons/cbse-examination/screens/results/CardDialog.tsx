import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import type { CbseCard, CbseCards } from '../../data/cards.ts';
import { CardView } from '../shared/CardView.tsx';

/** A student's card, over the list. */
export function CardDialog({ cards, card, onClose }: { cards: CbseCards; card: CbseCard; onClose: () => void }) {
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} size={{ base: 'full', md: 'xl' }} scrollBehavior="inside">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>
                {card.student.name}, {cards.year}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <CardView cards={cards} card={card} />
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
