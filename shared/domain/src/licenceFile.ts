import type { OrderLicence } from './orderDocument.ts';

type Licence = Omit<OrderLicence, 'isRevoked' | 'category'>;

/** Text of a licence's key file: one `name: value` per line. A Standalone licence has the signed key that its school enters. */
export function licenceFile(order: { orderNumber: string }, licence: Licence, signedKey?: string): string {
  return [
    `Product: ${licence.name}`,
    `Licensed to: ${licence.school}`,
    `Schools or campuses: ${licence.quantity}`,
    `Licence key: ${licence.key}`,
    `Valid from: ${licence.validFrom}`,
    `Valid until: ${licence.validUntil ?? 'no end'}`,
    `Order: ${order.orderNumber}`,
    ...(signedKey ? ['', 'Enter this key at the school under School, Plan and licences:', signedKey] : []),
    '',
  ].join('\n');
}

/** `licence-ORD-2026-041-android-app.txt` */
export function licenceFileName(order: { orderNumber: string }, licence: Licence): string {
  return `licence-${order.orderNumber}-${licence.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}.txt`;
}
