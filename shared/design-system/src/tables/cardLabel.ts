/** The label of a value in a card, which has no column head: `Charged, KES`. */
export const cardLabel = ({ header, unit }: { header: string; unit?: string }): string => (unit ? `${header}, ${unit}` : header);
