import { t } from '@lingui/core/macro';
import type { GateCard } from '../../data/qrAttendance.ts';

/** Downloads the sheets of these cards. The code for PDF is loaded now. */
export async function printCards(school: string, cards: readonly GateCard[]): Promise<void> {
  const [{ gateCardsPdf }, { savePdf }] = await Promise.all([import('@masomo/documents/gateCards'), import('@masomo/documents/saveFile')]);
  const printed = cards.flatMap(({ code, name, number, group }) => (code ? [{ code, name, number, group: group ?? '' }] : []));
  savePdf(
    `${t`Cards`} ${cards[0]?.group ?? ''}.pdf`,
    gateCardsPdf({ school, note: t`If found, please return this card to the school.`, cards: printed }),
  );
}
